//! What tests that failed said, gathered so that the end of a long run tells it once more.

use serde_json::Value;

/// What is told of one failure at most.
const LINES_MAX: usize = 25;

/// The `---- name stdout ----` blocks of `cargo test`, with what stands in each.
pub(crate) fn of_cargo_test(output: &str) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let mut is_inside = false;
    for line in output.lines() {
        if line.starts_with("---- ") && line.ends_with(" ----") {
            is_inside = true;
            found.push(Vec::new());
        } else if line == "failures:" || line.starts_with("test result: ") {
            is_inside = false;
        }
        if let (true, Some(block)) = (is_inside, found.last_mut()) {
            block.push(line);
        }
    }
    found.iter().map(|block| short(&block.join("\n"))).collect()
}

/// The tests that failed in vitest's JSON report.
pub(crate) fn of_vitest(report: &Value) -> Vec<String> {
    let files = report["testResults"].as_array().into_iter().flatten();
    files
        .flat_map(|file| file["assertionResults"].as_array().into_iter().flatten())
        .filter(|test| test["status"] == "failed")
        .map(|test| {
            let said = test["failureMessages"].as_array().into_iter().flatten();
            let said: Vec<_> = said.filter_map(Value::as_str).collect();
            short(&format!("{}\n{}", text(&test["fullName"]), said.join("\n")))
        })
        .collect()
}

/// The tests that did not pass at the first try in Playwright's JSON report.
pub(crate) fn of_playwright(report: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut suites: Vec<&Value> = report["suites"].as_array().into_iter().flatten().collect();
    while let Some(suite) = suites.pop() {
        suites.extend(suite["suites"].as_array().into_iter().flatten());
        for spec in suite["specs"].as_array().into_iter().flatten() {
            found.extend(of_spec(spec));
        }
    }
    found
}

fn of_spec(spec: &Value) -> impl Iterator<Item = String> {
    let place = format!("{}:{} {}", text(&spec["file"]), spec["line"], text(&spec["title"]));
    let tests = spec["tests"].as_array().into_iter().flatten();
    tests.filter(|test| test["status"] != "expected").map(move |test| {
        let results = test["results"].as_array().into_iter().flatten();
        let errors = results.flat_map(|result| result["errors"].as_array().into_iter().flatten());
        let said: Vec<_> = errors.filter_map(|error| error["message"].as_str()).collect();
        short(&format!("{place}\n{}", said.join("\n")))
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

/// The first lines, without the colours of a terminal.
fn short(said: &str) -> String {
    let mut plain = String::with_capacity(said.len());
    let mut rest = said;
    while let Some((before, code)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = code.split_once('m').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let lines: Vec<_> = plain.trim_end().lines().take(LINES_MAX).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_rust_test_said_is_kept() {
        let output = "\
running 2 tests
test a ... FAILED

failures:

---- a stdout ----
thread 'a' panicked at lib.rs:1:
left is not right

failures:
    a

test result: FAILED. 1 passed; 1 failed";

        let said = of_cargo_test(output);

        assert_eq!(
            said,
            ["---- a stdout ----\nthread 'a' panicked at lib.rs:1:\nleft is not right"]
        );
    }

    #[test]
    fn what_a_browser_test_said_is_kept_without_colours() {
        let spec = |title: &str, status: &str| {
            let errors = [json!({"message": "\u{1b}[31mnot visible\u{1b}[39m"})];
            json!({"file": "a.spec.ts", "line": 7, "title": title,
                "tests": [{"status": status, "results": [{"errors": errors}]}]})
        };
        let specs = [spec("sits down", "unexpected"), spec("stands up", "expected")];
        let report = json!({"suites": [{"suites": [{"specs": specs}]}]});

        assert_eq!(of_playwright(&report), ["a.spec.ts:7 sits down\nnot visible"]);
    }

    #[test]
    fn what_a_unit_test_of_the_page_said_is_kept() {
        let test = |status: &str| json!({"status": status, "fullName": "fold", "failureMessages": ["1 is not 2"]});
        let report =
            json!({"testResults": [{"assertionResults": [test("passed"), test("failed")]}]});

        assert_eq!(of_vitest(&report), ["fold\n1 is not 2"]);
    }
}
