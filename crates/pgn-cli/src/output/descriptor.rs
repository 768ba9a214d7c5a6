//! Output to a descriptor that the process was started with.

use std::fs;
use std::io;
use std::path::Path;

/// Opens the descriptor `number`, which `path` leads to, for writing. The text is appended to what
/// was written to it before, and later writes by others follow it.
#[cfg(target_os = "linux")]
pub(super) fn open(number: u32, path: &Path) -> io::Result<fs::File> {
    if !fs::metadata(path)?.is_file() {
        return fs::OpenOptions::new().write(true).open(path);
    }
    shared(number).or_else(|_| at_its_place(number, path))
}

/// A second descriptor of the same opening.
#[cfg(target_os = "linux")]
fn shared(number: u32) -> io::Result<fs::File> {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    let number = i32::try_from(number).map_err(io::Error::other)?;
    let this = pidfd_open(getpid(), PidfdFlags::empty())?;
    Ok(fs::File::from(pidfd_getfd(this, number, PidfdGetfdFlags::empty())?))
}

/// The same file opened again, at the current offset of the descriptor, if the system cannot
/// duplicate it. The descriptor itself stays at that offset.
#[cfg(target_os = "linux")]
fn at_its_place(number: u32, path: &Path) -> io::Result<fs::File> {
    use std::io::{Seek, SeekFrom};
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let info = fs::read_to_string(format!("/proc/self/fdinfo/{number}"))?;
    let field = |name: &str| {
        info.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim()
    };
    let place = field("pos:").parse().map_err(io::Error::other)?;
    let flags = u32::from_str_radix(field("flags:"), 8).unwrap_or(0);
    let append = flags & OFlags::APPEND.bits();
    let mut options = fs::OpenOptions::new();
    let mut file = options.write(true).custom_flags(append.cast_signed()).open(path)?;
    file.seek(SeekFrom::Start(place))?;
    Ok(file)
}

/// Opening the name returns the descriptor itself.
#[cfg(not(target_os = "linux"))]
pub(super) fn open(_number: u32, path: &Path) -> io::Result<fs::File> {
    fs::OpenOptions::new().write(true).open(path)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;

    use super::*;

    /// Both ways append to the existing contents; the first advances the descriptor.
    #[test]
    fn a_descriptor_is_written_at_its_place() {
        for (opens, expected) in [
            (open as fn(u32, &Path) -> io::Result<fs::File>, "begin games end"),
            (at_its_place, "begin games"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let name = dir.path().join("a");
            let mut file = fs::File::create(&name).unwrap();
            file.write_all(b"begin ").unwrap();
            let number = u32::try_from(file.as_raw_fd()).unwrap();
            let path = format!("/proc/self/fd/{number}");
            opens(number, Path::new(&path)).unwrap().write_all(b"games").unwrap();
            if expected.ends_with("end") && shared(number).is_ok() {
                file.write_all(b" end").unwrap();
            }
            let text = fs::read_to_string(&name).unwrap();
            assert!(text == expected || shared(number).is_err(), "{text}");
            assert!(text.starts_with("begin games"));
        }
    }
}
