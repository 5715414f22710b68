//! Files written whole and for the owner only.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::StoreError;

/// Makes a folder, and those above it that are missing, for the owner only.
pub(super) fn create_private(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(StoreError::io("make the folder", folder))
}

/// Puts a file in place whole: `fill` writes to a temporary file beside it (0600), which is then renamed.
/// When anything fails, nothing is left and an older file stays as it was.
pub(super) fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let failed = || StoreError::io("write", path);
    let mut temporary = tempfile::Builder::new().prefix(".venire-").tempfile_in(folder).map_err(failed())?;
    {
        let mut out = std::io::BufWriter::new(temporary.as_file_mut());
        fill(&mut out)?;
        out.flush().map_err(failed())?;
    }
    temporary.persist(path).map_err(|error| failed()(error.error))?;
    Ok(())
}

/// A new private folder below `parent`, which stays until `parent` is removed.
pub(super) fn folder_in(parent: &Path, prefix: &str) -> Result<std::path::PathBuf, StoreError> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.tempdir_in(parent).map_err(StoreError::io("make a private folder in", parent))?;
    Ok(folder.keep())
}

/// The text of a file of ours or the user's: at most `most` bytes of UTF-8.
pub(super) fn read_text(path: &Path, most: u64) -> Result<String, StoreError> {
    use std::io::Read as _;
    let failed = || StoreError::io("read", path);
    let file = fs::File::open(path).map_err(failed())?;
    let bytes = file.metadata().map_err(failed())?.len();
    let mut read = vec![];
    file.take(most + 1).read_to_end(&mut read).map_err(failed())?;
    let name = path.display().to_string();
    if read.len() as u64 > most {
        return Err(StoreError::TooLarge { file: name, bytes: bytes.max(read.len() as u64), most });
    }
    text(name, read)
}

/// `bytes` as UTF-8 text.
pub(super) fn text(file: String, bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|error| StoreError::NotText { file, at: error.utf8_error().valid_up_to() })
}
