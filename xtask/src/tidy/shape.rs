//! How a source file opens and how long it may be.

use super::{Finding, SourceFile};

const LINES_MAX: usize = 400;
const EXCUSE: &str = "tidy: long because ";
const EXCUSE_LINES: usize = 10;

/// Rust files open by saying what they are; no file is longer than one can keep in mind.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    if file.ends_with(&[".rs"]) && !file.text.starts_with("//! ") {
        findings.push(file.finding(1, "open the file with `//!` and one sentence on what it is"));
    }
    let count = file.text.lines().count();
    let excused = file.lines().take(EXCUSE_LINES).any(|(_, line)| line.contains(EXCUSE));
    if file.ends_with(&[".rs", ".ts", ".svelte"]) && count > LINES_MAX && !excused {
        let advice = format!(
            "{count} lines are more than {LINES_MAX}: split the file, or say `{EXCUSE}...` in its \
             first {EXCUSE_LINES} lines"
        );
        findings.push(file.finding(LINES_MAX + 1, advice));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    #[test]
    fn a_rust_file_opens_with_a_sentence() {
        assert!(check(&file("a.rs", "//! Tiles.\n")).is_empty());
        assert_eq!(found_lines(&check(&file("a.rs", "\n//! Tiles.\n"))), [1]);
        assert_eq!(found_lines(&check(&file("a.rs", "use std::fmt;\n"))), [1]);
        assert_eq!(found_lines(&check(&file("a.rs", ""))), [1]);
        assert!(check(&file("a.ts", "export {};\n")).is_empty());
    }

    #[test]
    fn a_long_file_needs_an_excuse_near_its_top() {
        let long = format!("//! Long.\n{}", "x\n".repeat(400));
        let excused = format!("//! Long.\n// {EXCUSE}it is a table\n{}", "x\n".repeat(400));
        let too_late = format!("{long}// {EXCUSE}it is a table\n");

        assert_eq!(found_lines(&check(&file("a.rs", &long))), [401]);
        assert_eq!(found_lines(&check(&file("a.ts", &long))), [401]);
        assert_eq!(found_lines(&check(&file("a.svelte", &too_late))), [401]);
        assert!(check(&file("a.rs", &excused)).is_empty());
        assert!(check(&file("a.md", &long)).is_empty());
    }
}
