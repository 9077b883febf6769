//! How long a function may be.

use super::{Finding, SourceFile};

/// More does not fit on a screen.
const LINES_MAX: usize = 70;
const EXCUSE: &str = "tidy: long function because ";
/// What may stand before the word for a function.
const MODIFIERS: [&str; 6] = ["pub", "async", "const", "unsafe", "extern", "export"];

/// No function is longer than one can see at once.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    if !file.ends_with(&[".rs", ".ts", ".svelte"]) {
        return Vec::new();
    }
    let lines: Vec<_> = file.text.lines().collect();
    let long = |first: usize| {
        let count = is_function(lines[first]).then(|| length(&lines[first..]))??;
        let is_allowed = count <= LINES_MAX || is_excused(&lines[..first]);
        (!is_allowed).then(|| {
            let advice = format!(
                "{count} lines are more than {LINES_MAX}: split the function, or say \
                 `{EXCUSE}...` above it"
            );
            file.finding(first + 1, advice)
        })
    };
    (0..lines.len()).filter_map(long).collect()
}

fn is_function(line: &str) -> bool {
    let text = line.trim_start();
    let before = ["fn ", "function "].iter().find_map(|word| {
        let (before, _) = text.split_once(word)?;
        (before.is_empty() || before.ends_with(' ')).then_some(before)
    });
    let begins_one = |before: &str| MODIFIERS.iter().any(|word| before.starts_with(word));
    let is_plain = |before: &str| !before.contains(['=', '/', '"', '{', ';', '<']);
    before.is_some_and(|before| before.is_empty() || begins_one(before) && is_plain(before))
}

/// How many lines the function has that begins with the first; none if it has no body. Formatters put the brace that
/// ends it below its first letter.
fn length(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    if first.ends_with(['}', ';']) {
        return None;
    }
    let indent = first.len() - first.trim_start().len();
    let level = |line: &str| line.len() - line.trim_start().len() == indent && !line.is_empty();
    let end = lines.iter().skip(1).position(|line| {
        level(line) && (line.trim_start().starts_with('}') || line.ends_with(';'))
    })? + 1;
    lines[end].trim_start().starts_with('}').then_some(end + 1)
}

/// Whether the comment right above says why it is long.
fn is_excused(above: &[&str]) -> bool {
    let is_about_it = |line: &&&str| {
        ["//", "#[", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark))
    };
    above.iter().rev().take_while(is_about_it).any(|line| line.contains(EXCUSE))
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    fn function(head: &str, lines: usize, indent: &str) -> String {
        let body = format!("{indent}    step();\n").repeat(lines - 2);
        format!("{indent}{head} {{\n{body}{indent}}}\n")
    }

    #[test]
    fn a_long_function_is_found_wherever_it_begins() {
        for head in ["fn a()", "pub(in super::super) async fn a()", "const fn a() -> u8"] {
            let text = format!("//! A.\n{}", function(head, 71, ""));
            assert_eq!(found_lines(&check(&file("a.rs", &text))), [2], "{head}");
            let text = format!("//! A.\nimpl A {{\n{}}}\n", function(head, 71, "    "));
            assert_eq!(found_lines(&check(&file("a.rs", &text))), [3], "{head}");
        }
        let script = function("export async function a(): Promise<void>", 71, "");
        assert_eq!(found_lines(&check(&file("a.ts", &script))), [1]);
        assert!(check(&file("a.md", &script)).is_empty());
    }

    #[test]
    fn one_that_fits_or_has_no_body_is_fine() {
        let fits = function("fn a()", 70, "");
        let long_file = format!(
            "trait A {{\n    fn a(\n        one: u8,\n    ) -> u8;\n{}}}\n",
            "    //\n".repeat(90)
        );
        let closure = format!("let a = \"fn a\";\n{}", function("for fn_name in all", 90, ""));

        for text in [fits, long_file, closure] {
            assert_eq!(found_lines(&check(&file("a.rs", &text))), [0; 0], "{text}");
        }
    }

    #[test]
    fn a_long_function_needs_an_excuse_right_above() {
        let long = function("fn a()", 71, "");
        let excused = format!("/// A table.\n// {EXCUSE}it is one table\n#[test]\n{long}");
        let elsewhere = format!("// {EXCUSE}it is one table\n\n{long}");

        assert!(check(&file("a.rs", &excused)).is_empty());
        assert_eq!(found_lines(&check(&file("a.rs", &elsewhere))), [3]);
    }
}
