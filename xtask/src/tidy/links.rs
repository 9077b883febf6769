//! Relative links in Markdown lead to files that exist.

use std::collections::HashSet;

use super::{Finding, SourceFile};

/// Follows every relative link of every Markdown file.
pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut known = HashSet::new();
    for file in files {
        // A link may also lead to a folder: every parent counts.
        known.extend(file.path.match_indices('/').map(|(at, _)| file.path[..at].to_owned()));
        known.insert(file.path.clone());
    }
    let markdown = files.iter().filter(|file| file.ends_with(&[".md"]));
    markdown.flat_map(|file| broken(file, &known)).collect()
}

fn broken(file: &SourceFile, known: &HashSet<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_code = false;
    for (number, line) in file.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for target in targets(line) {
            if leads_nowhere(&file.path, target, known) {
                let advice = format!("`{target}` leads nowhere: mend the link or take it out");
                findings.push(file.finding(number, advice));
            }
        }
    }
    findings
}

/// What the links of a line point at: `[text](target)` and `[label]: target`.
fn targets(line: &str) -> Vec<&str> {
    let mut targets: Vec<_> =
        line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next()).collect();
    if line.starts_with('[')
        && let Some((_, rest)) = line.split_once("]: ")
    {
        targets.extend(rest.split_whitespace().next());
    }
    targets
}

fn leads_nowhere(from: &str, target: &str, known: &HashSet<String>) -> bool {
    let path = target.split(['#', '?']).next().unwrap_or(target);
    let elsewhere = path.contains(':') || path.is_empty();
    !elsewhere && resolve(from, path).is_none_or(|path| !path.is_empty() && !known.contains(&path))
}

/// The path seen from the top folder, or nothing if it leaves the repository.
fn resolve(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = if target.starts_with('/') {
        Vec::new()
    } else {
        from.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect()
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    fn found(markdown: &str) -> Vec<usize> {
        let files = [
            file("README.md", ""),
            file("docs/PROTOCOL.md", ""),
            file("rules/src/tile.rs", ""),
            file("docs/ARCHITECTURE.md", markdown),
        ];
        found_lines(&check(&files))
    }

    #[test]
    fn links_to_what_exists_are_fine() {
        assert!(found("[a](PROTOCOL.md) [b](../README.md#top) [c](../rules/src/)").is_empty());
        assert!(
            found("[a](#here) [b](https://example.org/x) [c](mailto:a@example.org)").is_empty()
        );
        assert!(found("![a](../README.md \"title\") [up](..)").is_empty());
        assert!(found("```\n[a](GONE.md)\n```").is_empty());
    }

    #[test]
    fn links_to_nothing_are_found() {
        assert_eq!(found("x\n[a](GONE.md)"), [2]);
        assert_eq!(found("[a](PROTOCOL.md) and [b](../gone/)"), [1]);
        assert_eq!(found("[a](../../outside.md)"), [1]);
        assert_eq!(found("[label]: GONE.md"), [1]);
    }
}
