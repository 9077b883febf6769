//! JSON for people: on one line what fits on one, the order kept.

const WIDTH: usize = 96;

/// The text of one value, broken into lines where it has to be.
pub(super) fn fit(json: &str) -> String {
    fit_at(json.trim(), 0)
}

fn fit_at(value: &str, indent: usize) -> String {
    let spaced = spaced(value);
    let is_nested = value.starts_with(['{', '[']);
    if !is_nested || indent + spaced.chars().count() <= WIDTH {
        return spaced;
    }
    let (open, inner, close) = (&value[..1], &value[1..value.len() - 1], &value[value.len() - 1..]);
    let inside = indent + 2;
    let pad = " ".repeat(inside);
    let lines = packed(&members(inner), inside).join(&format!(",\n{pad}"));
    format!("{open}\n{pad}{lines}\n{}{close}", " ".repeat(indent))
}

/// A line for each member, but plain values side by side as long as there is room.
fn packed(members: &[&str], indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for member in members {
        let fitted = fit_member(member, indent);
        let is_plain = !fitted.ends_with([']', '}']);
        match lines.last_mut() {
            Some(line) if goes_on && is_plain && indent + line.len() + 2 + fitted.len() < WIDTH => {
                line.push_str(", ");
                line.push_str(&fitted);
            }
            _ => lines.push(fitted),
        }
        goes_on = is_plain;
    }
    lines
}

/// A value, or a key and its value.
fn fit_member(member: &str, indent: usize) -> String {
    match colon(member) {
        Some(at) => {
            let key = &member[..=at];
            // What stands before the value takes room on its first line only.
            let value = &member[at + 1..];
            let on_one_line = spaced(value);
            if indent + key.len() + 1 + on_one_line.chars().count() <= WIDTH {
                format!("{key} {on_one_line}")
            } else {
                format!("{key} {}", fit_at(value, indent))
            }
        }
        None => fit_at(member, indent),
    }
}

/// Where the key of a member ends.
fn colon(member: &str) -> Option<usize> {
    let quote = member.strip_prefix('"')?.find('"')? + 1;
    (member.as_bytes().get(quote + 1) == Some(&b':')).then_some(quote + 1)
}

/// The same with a space after every comma and colon that is not in a text.
fn spaced(value: &str) -> String {
    let mut text = String::new();
    let mut in_text = false;
    for char in value.chars() {
        in_text ^= char == '"';
        text.push(char);
        if !in_text && matches!(char, ',' | ':') {
            text.push(' ');
        }
    }
    text
}

/// The parts between the commas that are in no bracket and no text.
fn members(inner: &str) -> Vec<&str> {
    let (mut depth, mut in_text) = (0, false);
    let parts = inner.split(move |char| {
        in_text ^= char == '"';
        if !in_text {
            depth += i32::from(matches!(char, '{' | '[')) - i32::from(matches!(char, '}' | ']'));
        }
        char == ',' && depth == 0 && !in_text
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_on_its_line_and_the_rest_is_broken() {
        let short = r#"{"b":[1,2],"a":"x, y: {z"}"#;
        assert_eq!(fit(short), r#"{"b": [1, 2], "a": "x, y: {z"}"#);

        let long = format!(r#"{{"k":[{},{{"n":null}}],"e":[]}}"#, ["\"0123456789\""; 9].join(","));
        let fitted = fit(&long);

        assert!(
            fitted.starts_with("{\n  \"k\": [\n    \"0123456789\", \"0123456789\", "),
            "{fitted}"
        );
        assert!(fitted.ends_with(",\n    {\"n\": null}\n  ],\n  \"e\": []\n}"), "{fitted}");
        assert!(fitted.lines().all(|line| line.len() <= WIDTH));
    }
}
