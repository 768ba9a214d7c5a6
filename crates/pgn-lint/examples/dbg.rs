//! x
use pgn_lint::render::*;
use pgn_lint::*;
use pgnkit::syntax::Regions;
fn main() {
    let mut args = std::env::args().skip(1);
    let profile = Profile::from_name(&args.next().unwrap()).unwrap();
    let fmt = Format::from_name(&args.next().unwrap()).unwrap();
    let fix = args.next().unwrap() == "fix";
    let mut total = Summary::default();
    let mut worst = (0.0, String::new());
    for path in args {
        let text = std::fs::read(&path).unwrap();
        let t = std::time::Instant::now();
        let mut l = Linter::new(Config::new(profile));
        let mut r = Regions::new(&text[..]);
        let mut p = Printer::new(fmt, Color::Never, std::io::stdout().lock());
        let mut n = 0;
        while let Some(reg) = r.next_region().unwrap() {
            n += 1;
            for f in l.lint_region(&reg) {
                p.finding(&path, &f).unwrap();
            }
            if fix {
                let fx = fix_region(&mut l, &reg, Applicability::Safe);
                if !fx.is_stable {
                    eprintln!("UNSTABLE {path}");
                }
                let _ = fix_region(&mut l, &reg, Applicability::Unsafe);
            }
        }
        for f in l.finish_file() {
            p.finding(&path, &f).unwrap();
        }
        p.end_file(&path, n).unwrap();
        let s = p.finish().unwrap();
        total.merge(&s);
        let dt = t.elapsed().as_secs_f64();
        if dt > worst.0 {
            worst = (dt, path.clone());
        }
        eprintln!("{:8.2} MB/s {:9} {}", text.len() as f64 / 1e6 / dt, text.len(), path);
    }
    statistics(&mut std::io::stderr(), Color::Never, &total).unwrap();
    eprintln!("{total:?} {worst:?}");
}
