//! What a panel extends, and which panel judges a change.

use std::path::PathBuf;
use std::sync::Arc;

use super::StoreError;
use super::change::Change;
use super::panels::{Found, Library, Origin, level};
use crate::document::{Diagnostic, Source};

/// What a change does to the panel that judges it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Same,
    /// The change alters it; the panel of the base is used.
    DiffersInChange,
    /// The change removes it; the panel of the base is used.
    RemovedInChange,
    /// The change brings this file under the name of a panel that was found elsewhere, which is used.
    OnlyInChange(PathBuf),
}

/// What a panel's text says that it extends; the format is not this layer's to know.
pub type ExtendsOf<'a> = dyn Fn(&Arc<Source>) -> Result<Option<String>, Box<Diagnostic>> + 'a;

impl Library<'_> {
    /// The panel and everything that it extends, itself first. A name is looked up from the extending
    /// panel's own place on the search path downward, so that a repository can't put its own panel
    /// underneath the user's; a path counts from the extending file's folder.
    ///
    /// # Errors
    /// A panel that is not there, a circle, a repository's panel that extends a file outside it, or what
    /// `extends_of` finds wrong.
    pub fn chain(&self, found: &Found, extends_of: &ExtendsOf<'_>) -> Result<Vec<Found>, StoreError> {
        let mut chain = vec![found.clone()];
        while let Some(last) = chain.last()
            && let Some(extends) = extends_of(&last.source).map_err(StoreError::Document)?
        {
            let folder = last.origin.path().and_then(std::path::Path::parent).unwrap_or(std::path::Path::new("/"));
            let next = self.find_beyond(&extends, folder, level(&last.origin))?;
            if let (Origin::Repository(path), Origin::File(_)) = (&last.origin, &next.origin) {
                return Err(StoreError::PanelExtendsOutside { path: path.clone(), extends });
            }
            let circle = chain.iter().any(|seen| seen.source.name == next.source.name);
            chain.push(next);
            if circle {
                let chain = chain.into_iter().map(|link| link.source.name.clone()).collect();
                return Err(StoreError::PanelCycle { chain });
            }
        }
        Ok(chain)
    }

    /// The panel that judges a change: the repository's files are read in the change's base (README, "A
    /// change does not choose its judge"). The chain of what it extends belongs to the same revision:
    /// `library.at(change.view(), change.panel_revision()).chain(…)`.
    ///
    /// # Errors
    /// As [`Library::find`]; a panel that only the change or the work tree has is [`StoreError::PanelOnlyInChange`].
    pub fn judge_of(&self, change: &Change, name: &str) -> Result<(Found, Standing), StoreError> {
        let before = self.at(change.view(), change.panel_revision()).find(name);
        let after = match self.at(change.view(), &change.tree).find(name) {
            Ok(found) if matches!(found.origin, Origin::Repository(_)) => Some(found),
            // Neither in the base nor in the change: a file that is ignored, or not staged.
            _ => self.find(name).ok().filter(|_| before.as_ref().map_or(true, |found| level(&found.origin) > 0)),
        };
        let after = after.and_then(|found| match found.origin {
            Origin::Repository(path) => Some((path, found.source)),
            _ => None,
        });
        match (before, after) {
            (Ok(before), after) => {
                let standing = match (&before.origin, after) {
                    (Origin::Repository(path), Some((other, source)))
                        if *path == other && source.text == before.source.text =>
                    {
                        Standing::Same
                    }
                    (Origin::Repository(_), Some(_)) => Standing::DiffersInChange,
                    (Origin::Repository(_), None) => Standing::RemovedInChange,
                    (_, Some((path, _))) => Standing::OnlyInChange(path),
                    (_, None) => Standing::Same,
                };
                Ok((before, standing))
            }
            (Err(StoreError::PanelUnknown { .. } | StoreError::PanelMissing { .. }), Some((path, _))) => {
                Err(StoreError::PanelOnlyInChange { name: name.to_owned(), path })
            }
            (Err(error), _) => Err(error),
        }
    }
}
