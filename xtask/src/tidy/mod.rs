//! `cargo xtask tidy`: checks the repository itself, and says where and what to do.

mod crates;
mod functions;
mod layers;
mod leftovers;
mod links;
mod secrecy;
mod shape;
mod stores;

use std::{fmt, fs, process::ExitCode};

use anyhow::{Result, bail};

use crate::tool;

/// A file of the repository, as text.
struct SourceFile {
    path: String,
    text: String,
}

/// Something to put right.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    advice: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.advice)
    }
}

impl SourceFile {
    /// Every line with its number, counted from one.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    fn ends_with(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    fn finding(&self, line: usize, advice: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, advice: advice.into() }
    }
}

/// The command: prints what it finds, and fails if it finds anything.
pub(crate) fn run() -> Result<ExitCode> {
    check()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints every finding; any at all is an error.
pub(crate) fn check() -> Result<()> {
    let files = files()?;
    let mut findings = find(&files);
    findings.extend(crates::check(&tool::metadata()?, &files));
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("{} files are tidy", files.len());
            Ok(())
        }
        1 => bail!("1 thing to tidy"),
        count => bail!("{count} things to tidy"),
    }
}

fn find(files: &[SourceFile]) -> Vec<Finding> {
    let checks = [
        shape::check,
        functions::check,
        layers::check,
        leftovers::check,
        secrecy::check,
        stores::check,
    ];
    let each = files.iter().flat_map(|file| checks.iter().flat_map(|check| check(file)));
    each.chain(links::check(files)).collect()
}

/// Every file that git knows or would add.
fn files() -> Result<Vec<SourceFile>> {
    let listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = tool::read(tool::command("git").args(listing))?;
    let paths = listed.split('\0').filter(|path| !path.is_empty());
    let files = paths.filter_map(|path| {
        // A file deleted but not yet committed is not there; a picture is, but has no lines.
        let text = String::from_utf8(fs::read(tool::root().join(path)).ok()?).unwrap_or_default();
        Some(SourceFile { path: path.to_owned(), text })
    });
    Ok(files.collect())
}

#[cfg(test)]
fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
fn found_lines(findings: &[Finding]) -> Vec<usize> {
    findings.iter().map(|finding| finding.line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_says_where_and_what_to_do() {
        let finding = file("rules/src/wall.rs", "").finding(7, "take it out");

        assert_eq!(finding.to_string(), "rules/src/wall.rs:7: take it out");
    }

    #[test]
    fn every_check_is_part_of_the_whole() {
        let files = [
            file("rules/src/a.rs", "fn no_header() {}"),
            file("rules/src/b.rs", "//! B.\nfn b() { todo!() }"),
            file("rules/src/wall.rs", "//! W.\n#[derive(Serialize)]"),
            file("server/tests/new.rs", "//! N.\nlet fresh = Fresh::new();"),
            file("README.md", "[gone](docs/GONE.md)"),
        ];

        let paths: Vec<_> = find(&files).into_iter().map(|finding| finding.path).collect();

        let expected = [
            "rules/src/a.rs",
            "rules/src/b.rs",
            "rules/src/wall.rs",
            "server/tests/new.rs",
            "README.md",
        ];
        assert_eq!(paths, expected);
    }
}
