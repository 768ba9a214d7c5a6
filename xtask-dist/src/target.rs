//! The machines that a release has files for.

/// A machine, and what others call it.
#[derive(Debug)]
pub(crate) struct Target {
    /// Rust's name for it; on Linux with musl, so that `pgn` runs on every distribution.
    pub triple: &'static str,
    /// The same for libraries that another program loads; on Linux, the C library of that program.
    pub library_triple: &'static str,
    /// The oldest glibc that must be able to load a library, as an argument of `cargo zigbuild`.
    pub glibc: &'static str,
    /// The option `--compatibility` of maturin.
    pub wheel: Option<&'static str>,
    /// DuckDB's name.
    pub duckdb: &'static str,
    /// npm's names of the system and the processor, those of `process` in Node.js.
    pub npm: (&'static str, &'static str),
    /// The names of Debian and RPM.
    pub packages: Option<(&'static str, &'static str)>,
}

pub(crate) const TARGETS: &[Target] = &[
    Target {
        triple: "x86_64-unknown-linux-musl",
        library_triple: "x86_64-unknown-linux-gnu",
        glibc: ".2.28",
        wheel: Some("manylinux_2_28"),
        duckdb: "linux_amd64",
        npm: ("linux", "x64"),
        packages: Some(("amd64", "x86_64")),
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        library_triple: "aarch64-unknown-linux-gnu",
        glibc: ".2.28",
        wheel: Some("manylinux_2_28"),
        duckdb: "linux_arm64",
        npm: ("linux", "arm64"),
        packages: Some(("arm64", "aarch64")),
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        library_triple: "x86_64-pc-windows-gnu",
        glibc: "",
        wheel: None,
        duckdb: "windows_amd64",
        npm: ("win32", "x64"),
        packages: None,
    },
    Target {
        triple: "aarch64-apple-darwin",
        library_triple: "aarch64-apple-darwin",
        glibc: "",
        wheel: None,
        duckdb: "osx_arm64",
        npm: ("darwin", "arm64"),
        packages: None,
    },
    Target {
        triple: "x86_64-apple-darwin",
        library_triple: "x86_64-apple-darwin",
        glibc: "",
        wheel: None,
        duckdb: "osx_amd64",
        npm: ("darwin", "x64"),
        packages: None,
    },
];

impl Target {
    /// The target of a name.
    ///
    /// # Errors
    ///
    /// If it does not exist; the message lists the names.
    pub(crate) fn named(name: &str) -> Result<&'static Self, String> {
        TARGETS.iter().find(|target| target.triple == name).ok_or_else(|| {
            let names: Vec<_> = TARGETS.iter().map(|target| target.triple).collect();
            format!("`{name}` is not a target of releases; they are {}", names.join(", "))
        })
    }

    pub(crate) fn is_linux(&self) -> bool {
        self.triple.contains("linux")
    }

    pub(crate) fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// The name of the command's file.
    pub(crate) fn pgn(&self) -> &'static str {
        if self.is_windows() { "pgn.exe" } else { "pgn" }
    }

    /// The file that cargo makes of a library crate for C.
    pub(crate) fn library(&self, name: &str) -> String {
        match self.library_triple {
            triple if triple.contains("windows") => format!("{name}.dll"),
            triple if triple.contains("apple") => format!("lib{name}.dylib"),
            _ => format!("lib{name}.so"),
        }
    }

    /// Whether this machine runs the target's programs.
    pub(crate) fn runs_here(&self) -> bool {
        use std::env::consts::{ARCH, OS};
        let system = if OS == "macos" { "apple" } else { OS };
        self.triple.starts_with(ARCH) && self.triple.contains(system)
    }

    /// Whether zig links for the target: always for another system, and on Linux for an old glibc.
    pub(crate) fn needs_zig(&self) -> bool {
        let system = if cfg!(target_os = "macos") { "apple" } else { "windows" };
        cfg!(target_os = "linux") || !self.triple.contains(system)
    }
}
