//! A gigabyte of server games through the command, beside other programs.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::Desk;
use crate::clock::{Cost, Job, told};
use crate::data::{Data, Files};
use crate::generate::{Kind, Source};
use crate::record;
use crate::tool::Tools;

const GB: f64 = 1e9;

pub(crate) fn all(desk: &Desk) -> Result<(), String> {
    let tools = Tools::find(&desk.root)?;
    let files = Files::make(desk)?;
    let big = gigabyte(desk, files.get("server")?)?;
    let out = desk.data().join("out-big.pgn");
    let mut table = Table::default();
    for n_threads in ["-j1", "-j2"] {
        for words in [&["check"][..], &["fmt"], &["convert", "--to", "uci"]] {
            let job = Job::new(&tools.pgn).args(words).args(["-q", n_threads]).arg(&big.path);
            let job = job.status_max(1);
            let job = if words[0] == "check" { job } else { job.arg("-o").arg(&out) };
            table.add(&format!("`pgn {} {n_threads}`", words.join(" ")), &big, &job.run()?);
        }
    }
    let (head, slice) = (files.get("server-head")?, files.get("server-slice")?);
    if let Some(program) = &tools.pgn_extract {
        for (words, label) in [
            (&["-s", "-r"][..], "pgn-extract, reports errors alone"),
            (&["-s", "--quiet"], "pgn-extract, rewrites"),
            (&["-s", "--quiet", "-Wuci"], "pgn-extract, long moves"),
        ] {
            let job = Job::new(program).args(words).arg(&head.path);
            let job = if words[1] == "-r" { job } else { job.arg("-o").arg(&out) };
            table.add(label, head, &job.output(Path::new("/dev/null")).run()?);
        }
    } else {
        table.absent("pgn-extract");
    }
    if let Some(program) = &tools.python {
        let script = tools.scripts.join("python_chess.py");
        let job = Job::new(program).arg(script).arg(&slice.path);
        table.add("python-chess, plays main lines", slice, &job.run()?);
    } else {
        table.absent("python-chess");
    }
    let _ = fs::remove_file(&out);
    let text = format!(
        "{}\nOne run each; programs that were given less are scaled to a gigabyte.\n\n\
         | program | MB read | seconds a GB, wall | seconds a GB, CPU | MiB |\n\
         |---|---|---|---|---|\n\
         {}",
        record::header(),
        table.0
    );
    record::keep(desk, "big", &text)
}

#[derive(Default)]
struct Table(String);

impl Table {
    fn add(&mut self, label: &str, file: &Data, cost: &Cost) {
        let scale = GB / file.bytes as f64 / 1000.0;
        let line = format!(
            "| {label} | {:.0} | {:.1} | {:.1} | {:.1} |",
            file.bytes as f64 / 1e6,
            cost.wall_ms * scale,
            cost.cpu_ms * scale,
            cost.memory_mib
        );
        eprintln!("{line}");
        let _ = writeln!(self.0, "{line}");
    }

    fn absent(&mut self, label: &str) {
        let _ = writeln!(self.0, "| {label} | absent | | | |");
    }
}

/// The server games again and again, once for all.
fn gigabyte(desk: &Desk, server: &Data) -> Result<Data, String> {
    let path = desk.data().join("server-1g.pgn");
    let n_copies = (GB / server.bytes as f64).ceil() as u64;
    let bytes = server.bytes * n_copies;
    if fs::metadata(&path).map_or(0, |facts| facts.len()) != bytes {
        eprintln!("making server-1g");
        let kind = Kind::Games(server.path.to_string_lossy().into_owned());
        let mut target = fs::File::create(&path).map_err(told(&path))?;
        Source::new(kind, bytes)
            .and_then(|mut source| io::copy(&mut source, &mut target))
            .map_err(told(&path))?;
    }
    Ok(Data { name: "server-1g".to_string(), path, bytes, n_left_out: 0, n_games: 0 })
}
