//! The two folders that venire keeps: configuration and state.

use std::ffi::OsString;
use std::path::PathBuf;

use super::{StoreError, file};

/// The configuration folder (panels, agents, `config.yaml`, `trust.json`) and the state folder (`runs/`).
/// Neither needs to exist; each is made, for the owner only, when something is written there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    pub config: PathBuf,
    pub state: PathBuf,
}

impl Folders {
    /// The folders by the XDG base directory rules: `$XDG_CONFIG_HOME/venire` and
    /// `$XDG_STATE_HOME/venire`, otherwise below the home folder; on Windows the system's own. As the
    /// rules ask, a variable with a relative path counts as unset.
    ///
    /// # Errors
    /// No home folder is known.
    pub fn find(lookup: &dyn Fn(&str) -> Option<OsString>) -> Result<Self, StoreError> {
        let absolute = |variable: &str| lookup(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = || absolute("HOME").or_else(|| etcetera::home_dir().ok());
        let base = |variable, below_home| {
            absolute(variable)
                .or_else(|| home().map(|home| home.join(below_home)))
                .ok_or(StoreError::NoHome { variable })
        };
        let (config, state) =
            if cfg!(windows) { ("AppData/Roaming", "AppData/Local") } else { (".config", ".local/state") };
        let (config, state) = (base("XDG_CONFIG_HOME", config)?, base("XDG_STATE_HOME", state)?);
        Ok(Self { config: config.join("venire"), state: state.join("venire") })
    }

    /// Makes the configuration folder if it is missing.
    ///
    /// # Errors
    /// It can't be made.
    pub fn create_config(&self) -> Result<(), StoreError> {
        file::create_private(&self.config)
    }

    /// Makes the state folder if it is missing.
    ///
    /// # Errors
    /// It can't be made.
    pub fn create_state(&self) -> Result<(), StoreError> {
        file::create_private(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Folders {
        let lookup =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        Folders::find(&lookup).unwrap()
    }

    #[test]
    fn variables_come_before_the_home_folder() {
        let folders = found(&[("HOME", "/home/ann"), ("XDG_CONFIG_HOME", "/etc/ann")]);
        assert_eq!(folders.config, PathBuf::from("/etc/ann/venire"));
        assert_eq!(folders.state, PathBuf::from("/home/ann/.local/state/venire"));
    }

    #[test]
    fn relative_variables_count_as_unset() {
        assert_eq!(
            found(&[("HOME", "/home/ann"), ("XDG_CONFIG_HOME", "conf")]).config,
            PathBuf::from("/home/ann/.config/venire")
        );
    }
}
