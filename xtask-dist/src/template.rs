//! The files for package managers: the templates in `packaging/`, filled.

use std::fs;

use crate::pack::{PackedFile, tar_gz};
use crate::release::{Release, VERSION, read_file, write_file};
use crate::target::TARGETS;
use crate::{DESCRIPTION, HOMEPAGE, LICENSE, SUMMARY, sha256};

/// The folders of `packaging/`: one archive is made of each.
const MANAGERS: [&str; 4] = ["aur", "homebrew", "scoop", "winget"];

/// Fills the templates of every package manager whose archives were built, and packs them; reports
/// the others.
pub(crate) fn write(release: &Release) -> Result<(), String> {
    let words = words(release)?;
    for manager in MANAGERS {
        let folder = release.root.join("packaging").join(manager);
        let fails = |error| format!("{}: {error}", folder.display());
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(fails)? {
            let path = entry.map_err(fails)?.path();
            let template = String::from_utf8_lossy(&read_file(&path)?).into_owned();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, filled(&template, &words)));
        }
        let open = files.iter().find_map(|(_, text)| text.split_once("{{")?.1.split_once("}}"));
        if let Some((word, _)) = open {
            println!("left out: the files for {manager}, which need {word}");
            continue;
        }
        let files: Vec<_> =
            files.into_iter().map(|(name, text)| PackedFile::new(name, text)).collect();
        let bytes = tar_gz(&files, release.seconds).map_err(fails)?;
        write_file(&release.artifacts.join(format!("packaging-{manager}.tar.gz")), &bytes)?;
    }
    Ok(())
}

/// The names in double braces that templates use: facts about the release, and the checksum of each
/// archive.
fn words(release: &Release) -> Result<Vec<(String, String)>, String> {
    let facts = [
        ("version", VERSION),
        ("summary", SUMMARY),
        ("description", DESCRIPTION),
        ("license", LICENSE),
        ("homepage", HOMEPAGE),
    ];
    let mut words: Vec<_> = facts.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    words.push(("downloads".to_owned(), format!("{HOMEPAGE}/releases/download/v{VERSION}")));
    for target in TARGETS {
        let extension = if target.is_windows() { "zip" } else { "tar.gz" };
        let name = format!("pgn-{VERSION}-{}.{extension}", target.triple);
        let path = release.artifacts.join(&name);
        if path.is_file() {
            words.push((format!("sha256 {}", target.triple), sha256(&read_file(&path)?)));
        }
    }
    Ok(words)
}

fn filled(template: &str, words: &[(String, String)]) -> String {
    let fill = |text: String, (name, word): &(String, String)| {
        text.replace(&format!("{{{{{name}}}}}"), word)
    };
    words.iter().fold(template.to_owned(), fill)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_keeps_what_is_unknown() {
        let words = [("version".to_owned(), "0.1.0".to_owned())];
        assert_eq!(filled("{{version}}-{{sha256 x}}", &words), "0.1.0-{{sha256 x}}");
    }

    /// With archives for all targets, no template has an open word.
    #[test]
    fn every_word_of_the_templates_is_known() {
        let mut words = words(&Release::new("dist")).unwrap();
        words.extend(TARGETS.iter().map(|it| (format!("sha256 {}", it.triple), "0".to_owned())));
        let packaging = xtask::repository::root().join("packaging");
        for manager in MANAGERS {
            for entry in fs::read_dir(packaging.join(manager)).unwrap() {
                let path = entry.unwrap().path();
                let text = filled(&fs::read_to_string(&path).unwrap(), &words);
                assert!(!text.contains("{{"), "{}: {text}", path.display());
            }
        }
    }
}
