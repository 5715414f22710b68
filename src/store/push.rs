//! What a push would bring to the remote, from the lines that git gives to its pre-push hook.

use std::path::Path;

use super::StoreError;
use super::change::{Change, Ends};
use super::git::Repository;

/// A ref that is being pushed.
#[derive(Debug, Clone)]
pub struct PushedRef {
    /// As it was given to `git push`: `refs/heads/main`, `HEAD~1`, `(delete)`.
    pub local: String,
    pub remote: String,
    pub push: Push,
}

#[derive(Debug, Clone)]
pub enum Push {
    /// The ref is deleted on the remote: nothing to review.
    Deletion,
    /// May be empty, when the remote has it all.
    Change(Box<Change>),
}

impl Repository {
    /// Reads the lines on standard input of git's pre-push hook, and takes a change for each pushed ref:
    ///
    /// - from the commit that the remote has, if this repository knows it;
    /// - otherwise (a new ref, or one that moved on unseen) from the merge base with the branches that are
    ///   known of `remote`, or of any remote if none are known of this one;
    /// - otherwise from nothing: everything is new.
    ///
    /// Two refs that are pushed together are two changes. Without any line nothing is pushed.
    ///
    /// # Errors
    /// A line is malformed, what is pushed is not a commit, or git fails.
    pub fn pre_push(&self, lines: &str, remote: &str, private: &Path) -> Result<Vec<PushedRef>, StoreError> {
        let mut pushed = vec![];
        for (number, line) in lines.lines().enumerate() {
            let malformed = || StoreError::PushLine { number: number + 1, line: line.to_owned() };
            // From the right: only the local side can hold blanks, as in `git push origin ':/some words:main'`.
            let fields: Vec<_> = line.rsplitn(4, ' ').collect();
            let [remote_id, remote_ref, local_id, local_ref] = fields.as_slice() else { return Err(malformed()) };
            if ![remote_id, local_id].iter().all(|id| self.is_id(id)) || remote_ref.is_empty() || local_ref.is_empty() {
                return Err(malformed());
            }
            let push = if is_zero(local_id) {
                Push::Deletion
            } else {
                Push::Change(Box::new(self.pushed(local_id, (remote_ref, remote_id), remote, private)?))
            };
            pushed.push(PushedRef { local: (*local_ref).to_owned(), remote: (*remote_ref).to_owned(), push });
        }
        Ok(pushed)
    }

    fn pushed(&self, local: &str, there: (&str, &str), remote: &str, private: &Path) -> Result<Change, StoreError> {
        let (remote_ref, remote_id) = there;
        let commit = self.commit(local)?;
        let known = if is_zero(remote_id) { None } else { self.known_commit(remote_id)? };
        let (base, panel_base) = match known {
            Some(base) => {
                let merge_base = self.merge_base(&base, std::slice::from_ref(&commit))?;
                let panel_base = merge_base.or_else(|| Some(base.clone()));
                (Some(base), panel_base)
            }
            None => {
                let base = self.base_among_remotes(&commit, remote)?;
                (base.clone(), base)
            }
        };
        let tree = self.tree_of(&commit)?;
        let description = format!("push to {remote_ref} of {remote}");
        self.compared(Ends { description, base, panel_base, tree, objects: None }, private)
    }

    /// The commit behind an id that may be unknown here.
    fn known_commit(&self, id: &str) -> Result<Option<String>, StoreError> {
        match self.commit(id) {
            Ok(commit) => Ok(Some(commit)),
            Err(StoreError::Revision { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn base_among_remotes(&self, commit: &str, remote: &str) -> Result<Option<String>, StoreError> {
        let listed = self.run(&["for-each-ref", "--format=%(objectname) %(refname)", "refs/remotes/"])?;
        let listed = String::from_utf8_lossy(&listed);
        let refs: Vec<_> = listed.lines().filter_map(|line| line.split_once(' ')).collect();
        let own = format!("refs/remotes/{remote}/");
        let of = |prefix: &str| {
            let mut ids: Vec<_> =
                refs.iter().filter(|(_, name)| name.starts_with(prefix)).map(|(id, _)| (*id).to_owned()).collect();
            ids.sort();
            ids.dedup();
            ids
        };
        let own = of(&own);
        let ids = if own.is_empty() { of("refs/remotes/") } else { own };
        if ids.is_empty() { Ok(None) } else { self.merge_base(commit, &ids) }
    }

    fn is_id(&self, text: &str) -> bool {
        text.len() == self.empty_tree().len() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }
}

fn is_zero(id: &str) -> bool {
    id.bytes().all(|byte| byte == b'0')
}
