//! Archives and packages whose bytes depend only on their contents.

use std::io::{self, Cursor, Write as _};

use flate2::{Compression, GzBuilder};
use rpm::{BuildConfig, FileOptions, PackageBuilder};
use zip::write::SimpleFileOptions;

/// A file to be packed.
#[derive(Clone, Debug)]
pub(crate) struct PackedFile {
    /// From the root of the archive, parts separated by `/`.
    pub path: String,
    pub bytes: Vec<u8>,
    pub is_executable: bool,
}

impl PackedFile {
    /// A file that is not a program.
    pub(crate) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into(), is_executable: false }
    }

    pub(crate) fn program(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { is_executable: true, ..Self::new(path, bytes) }
    }

    fn mode(&self) -> u32 {
        if self.is_executable { 0o755 } else { 0o644 }
    }
}

/// Bytes compressed with gzip, without a name and a time.
pub(crate) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

/// A `.tar.gz`; `seconds` is the time of every file, since 1970.
pub(crate) fn tar_gz(files: &[PackedFile], seconds: u32) -> io::Result<Vec<u8>> {
    gzip(&tar(files, seconds)?)
}

/// Folders have entries of their own, as dpkg expects.
fn tar(files: &[PackedFile], seconds: u32) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut folders: Vec<&str> = Vec::new();
    for file in sorted(files) {
        for (at, _) in file.path.match_indices('/') {
            let folder = &file.path[..=at];
            if !folders.contains(&folder) {
                folders.push(folder);
                let mut header = header(seconds, 0o755, 0);
                header.set_entry_type(tar::EntryType::Directory);
                archive.append_data(&mut header, folder, io::empty())?;
            }
        }
        let mut header = header(seconds, file.mode(), file.bytes.len());
        archive.append_data(&mut header, &file.path, &*file.bytes)?;
    }
    archive.into_inner()
}

fn header(seconds: u32, mode: u32, size: usize) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_mtime(u64::from(seconds));
    header.set_mode(mode);
    header.set_size(size as u64);
    header.set_uid(0);
    header.set_gid(0);
    header
}

fn sorted(files: &[PackedFile]) -> Vec<&PackedFile> {
    let mut files: Vec<_> = files.iter().collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// A `.zip` with the date 1980 for all files, the first that it can hold.
pub(crate) fn zip(files: &[PackedFile]) -> io::Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in sorted(files) {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(file.mode());
        archive.start_file(&*file.path, options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The description that a package of a distribution contains.
#[derive(Debug)]
pub(crate) struct About<'a> {
    pub name: &'a str,
    pub version: &'a str,
    pub license: &'a str,
    pub homepage: &'a str,
    pub summary: &'a str,
    pub description: &'a str,
    /// Seconds since 1970.
    pub seconds: u32,
}

/// A package of Debian: an `ar` archive of two tar archives. It depends on nothing.
pub(crate) fn deb(
    about: &About<'_>,
    architecture: &str,
    files: &[PackedFile],
) -> io::Result<Vec<u8>> {
    let kib: usize = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum();
    let control = format!(
        "Package: {}\nVersion: {}\nArchitecture: {architecture}\n\
         Maintainer: The pgnkit developers <{}>\nInstalled-Size: {kib}\nSection: games\n\
         Priority: optional\nHomepage: {2}\nDescription: {}\n {}\n",
        about.name, about.version, about.homepage, about.summary, about.description,
    );
    let control = tar_gz(&[PackedFile::new("control", control)], about.seconds)?;
    let data = tar_gz(files, about.seconds)?;
    let mut package = b"!<arch>\n".to_vec();
    for (name, bytes) in
        [("debian-binary", b"2.0\n".to_vec()), ("control.tar.gz", control), ("data.tar.gz", data)]
    {
        let (seconds, len) = (about.seconds, bytes.len());
        writeln!(package, "{name:<16}{seconds:<12}{:<6}{0:<6}{:<8}{len:<10}`", 0, 100_644)?;
        package.extend(bytes);
        if len % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok(package)
}

/// A package of Fedora, openSUSE and others.
pub(crate) fn rpm(
    about: &About<'_>,
    architecture: &str,
    files: &[PackedFile],
) -> Result<Vec<u8>, rpm::Error> {
    let About { name, version, license, summary, .. } = about;
    let mut package = PackageBuilder::new(name, version, license, architecture, summary);
    package
        .using_config(BuildConfig::default().source_date(about.seconds))
        .release("1")
        .url(about.homepage)
        .description(about.description)
        .build_host("localhost");
    for file in sorted(files) {
        let options = FileOptions::new(format!("/{}", file.path)).permissions(file.mode() as u16);
        let is_doc = file.path.starts_with("usr/share/doc/");
        let options = if is_doc { options.doc() } else { options };
        package.with_file_contents(file.bytes.clone(), options)?;
    }
    let mut bytes = Vec::new();
    package.build()?.write(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<PackedFile> {
        let program = PackedFile::program("usr/bin/pgn", b"program".to_vec());
        vec![PackedFile::new("usr/share/doc/pgnkit/README.md", "text"), program]
    }

    #[test]
    fn the_order_of_files_does_not_matter() {
        let (files, mut turned) = (files(), files());
        turned.reverse();
        assert_eq!(tar_gz(&files, 7).unwrap(), tar_gz(&turned, 7).unwrap());
        assert_eq!(zip(&files).unwrap(), zip(&turned).unwrap());
        let about = &ABOUT;
        assert_eq!(deb(about, "amd64", &files).unwrap(), deb(about, "amd64", &turned).unwrap());
        assert_eq!(rpm(about, "x86_64", &files).unwrap(), rpm(about, "x86_64", &turned).unwrap());
    }

    #[test]
    fn every_folder_has_one_entry_before_its_files() {
        let bytes = tar(&files(), 7).unwrap();
        let mut archive = tar::Archive::new(&*bytes);
        let entries = archive.entries().unwrap().map(Result::unwrap);
        let paths: Vec<_> = entries.map(|it| it.path().unwrap().display().to_string()).collect();
        let folders = ["usr/", "usr/bin/"];
        assert!(folders.iter().zip(&paths).all(|(a, b)| b.ends_with(a)), "{paths:?}");
        assert_eq!(paths.len(), 7, "{paths:?}");
    }

    #[test]
    fn the_members_of_a_deb_begin_at_even_offsets() {
        let package = deb(&ABOUT, "amd64", &files()).unwrap();
        let mut at = 8;
        let mut names = Vec::new();
        while at < package.len() {
            let head = std::str::from_utf8(&package[at..at + 60]).unwrap();
            assert!(head.ends_with("`\n"), "{head}");
            names.push(head[..16].trim_end().to_owned());
            let len: usize = head[48..58].trim_end().parse().unwrap();
            at += 60 + len + len % 2;
        }
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
    }

    const ABOUT: About<'_> = About {
        name: "pgnkit",
        version: "0.1.0",
        license: "MIT",
        homepage: "https://example.org",
        summary: "Games",
        description: "Reads games.",
        seconds: 7,
    };
}
