//! The configuration of a document: the nearest `pgnkit.toml`.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use lsp_types::Uri;
use pgn_db::config::parse_config;
use pgn_db::error::Error;
use pgn_lint::Config;

/// The configuration for a document, which `pgn check` has in the folder of its file. A text
/// without a file has that of the editor's folder.
pub(crate) fn read(uri: &Uri, editor_folder: Option<&Path>) -> Result<Config, Error> {
    let file = path(uri);
    let folder = file.as_deref().and_then(|file| file.parent());
    let folder = folder.or(editor_folder);
    Ok(parse_config(None, folder, Config::from_toml)?.unwrap_or_default())
}

/// The path of a `file:` address.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    if uri.scheme()?.as_str() != "file" {
        return None;
    }
    let path = uri.path().as_estr().decode().into_string_lossy();
    // `/C:/games` is the folder `C:/games`.
    let is_drive =
        matches!(path.as_bytes(), [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    Some(PathBuf::from(if is_drive { &path[1..] } else { &*path }))
}

/// The address of a file.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let mut uri = "file://".to_owned();
    let path = path.to_str()?.replace(MAIN_SEPARATOR, "/");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.parse().ok()
}

/// The extension of the file's name, in lower case.
pub(crate) fn extension(uri: &Uri) -> String {
    let path = uri.path().as_str();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}
