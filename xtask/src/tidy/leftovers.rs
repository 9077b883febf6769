//! What must not be left behind: unfinished code, silenced tests, sleeping, traces of one machine.

use super::{Finding, SourceFile};

/// The checks that look for words name those words themselves.
const OWN_FOLDER: &str = "xtask/src/tidy/";

const UNFINISHED: [(&str, &str); 8] = [
    ("todo!(", "write it, or do not offer it"),
    ("unimplemented!(", "write it, or do not offer it"),
    ("FIXME", "put it right, or open an issue and name it in a TODO"),
    ("dbg!(", "take the debug print out"),
    ("#[ignore", "run the test or delete it"),
    (".only(", "let the other tests run too"),
    ("it.skip", "run the test or delete it"),
    ("test.skip", "run the test or delete it"),
];
const SLEEPS: [&str; 3] = ["thread::sleep", "time::sleep", "waitForTimeout"];
const MACHINE_FOLDERS: [&str; 4] = ["/Users/", "/root/", "/tmp/", "/home/"];
const REGISTRIES: [&str; 3] = [concat!("registry.", "npm"), "npmmirror", "\"resolved\": \"http"];

/// Looks at every line for words that should not be there.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    if file.path.starts_with(OWN_FOLDER) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut in_tests = is_test(&file.path);
    for (number, line) in file.lines() {
        in_tests |= line.trim() == "#[cfg(test)]";
        let advice = [unfinished(file, line), sleep(in_tests, line), trace(file, line)];
        findings.extend(advice.into_iter().flatten().map(|advice| file.finding(number, advice)));
    }
    findings
}

fn is_test(path: &str) -> bool {
    path.contains("tests/") || path.contains("e2e/") || path.ends_with(".test.ts")
}

fn unfinished(file: &SourceFile, line: &str) -> Option<String> {
    if !file.ends_with(&[".rs", ".ts", ".svelte", ".js", ".mjs"]) {
        return None;
    }
    let (word, advice) = UNFINISHED.iter().find(|(word, _)| line.contains(word))?;
    Some(format!("`{word}`: {advice}"))
}

fn sleep(in_tests: bool, line: &str) -> Option<String> {
    let word = SLEEPS.iter().find(|word| in_tests && line.contains(**word))?;
    Some(format!("`{word}` in a test: wait for the thing itself, or pause the clock"))
}

fn trace(file: &SourceFile, line: &str) -> Option<String> {
    if let Some(folder) = MACHINE_FOLDERS.iter().find(|folder| names_folder(line, folder)) {
        return Some(format!("`{folder}` is a folder of one machine: use a relative path"));
    }
    if let Some(host) = REGISTRIES.iter().find(|host| line.contains(**host)) {
        return Some(format!("`{host}` ties the build to one registry: leave the address out"));
    }
    let settings = line.trim_start();
    let ties = match file.path.rsplit('/').next() {
        Some(".npmrc") => settings.starts_with("registry") || settings.starts_with("//"),
        Some("config.toml") => {
            settings.starts_with("[source.") || settings.starts_with("[registries")
        }
        _ => false,
    };
    ties.then(|| "this ties the build to one registry: keep it in your own settings".to_owned())
}

/// Whether an absolute path under `folder` starts somewhere in the line.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + folder.len()..].chars().next();
        // Inside a longer path or address the character before belongs to it.
        let starts = !before.is_some_and(|c| c.is_alphanumeric() || "_-./}~>*".contains(c));
        starts && after.is_some_and(|c| c.is_alphanumeric() || "_.-$".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    fn found(path: &str, text: &str) -> Vec<usize> {
        found_lines(&check(&file(path, text)))
    }

    #[test]
    fn unfinished_code_and_silenced_tests_are_found() {
        for (word, _) in UNFINISHED {
            assert_eq!(found("rules/src/a.rs", &format!("//! A.\n{word}x)")), [2], "{word}");
            assert_eq!(found("web-client/src/a.ts", &format!("{word}x)")), [1], "{word}");
        }
        assert!(found("docs/STYLE.md", "never write todo!() here").is_empty());
        assert!(found("xtask/src/tidy/leftovers.rs", "todo!()").is_empty());
    }

    #[test]
    fn tests_do_not_sleep_and_other_code_may() {
        for word in SLEEPS {
            let text = format!("x\n{word}(5)");
            assert_eq!(found("server/tests/serve.rs", &text), [2], "{word}");
            assert_eq!(found("web-client/src/wire/tile.test.ts", &text), [2], "{word}");
            assert_eq!(found("web-client/e2e/landing.spec.ts", &text), [2], "{word}");
            assert!(found("server/src/serve.rs", &text).is_empty(), "{word}");
        }
        assert_eq!(found("server/src/a.rs", "sleep\n#[cfg(test)]\nthread::sleep(x)"), [3]);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        for line in ["cd /Users/jo", "\"/root/.cargo\"", "path=/tmp/x.db", "(/home/jo/a)"] {
            assert_eq!(found("docs/OPERATIONS.md", line), [1], "{line}");
        }
        for line in ["https://example.org/home/x", "../home/x", "/usr/bin/env", "a /home/ folder"] {
            assert!(found("docs/OPERATIONS.md", line).is_empty(), "{line}");
        }
    }

    #[test]
    fn addresses_of_registries_are_found() {
        let locked = "{\n\"resolved\": \"https://example.org/a.tgz\"\n}";
        assert_eq!(found("web-client/package-lock.json", locked), [2]);
        assert_eq!(found("web-client/README.md", concat!("see registry.", "npm.example")), [1]);
        assert_eq!(found("web-client/.npmrc", "fund=false\nregistry=x\n//x:_auth=y"), [2, 3]);
        assert_eq!(found(".cargo/config.toml", "[alias]\n[source.mirror]"), [2]);
        assert!(found(".cargo/config.toml", "[alias]\nxtask = 'run'").is_empty());
        let lock = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        assert!(found("Cargo.lock", lock).is_empty());
    }
}
