//! Which crate may use which: the rules stay pure, and dependencies point one way.

use serde_json::Value;

use super::{Finding, SourceFile};

/// What the rules may use: containers, hashes and a cipher. Nothing that does I/O.
const PURE: [&str; 6] = ["arrayvec", "chacha20", "hmac", "serde", "sha2", "thiserror"];

/// Each crate of the workspace with the crates of the workspace it may use.
const MAY_USE: [(&str, &[&str]); 6] = [
    ("rules", &[]),
    ("protocol", &["rules"]),
    ("bots", &["rules", "protocol"]),
    ("loadtest", &["rules", "protocol", "bots"]),
    ("server", &["rules", "protocol", "bots"]),
    ("xtask", &["rules", "protocol"]),
];

/// One entry under some `[dependencies]`.
struct Edge<'a> {
    from: &'a str,
    to: &'a str,
    /// Built into the crate itself, rather than into its tests.
    normal: bool,
}

/// Looks at every dependency that `cargo metadata` lists.
pub(super) fn check(metadata: &Value, files: &[SourceFile]) -> Vec<Finding> {
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let names: Vec<_> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut findings = Vec::new();
    for name in &names {
        if !MAY_USE.iter().any(|(known, _)| known == name) {
            let advice = "a new crate: say in xtask/src/tidy/crates.rs which crates it may use";
            findings.push(at(files, name, "name", advice.to_owned()));
        }
    }
    for edge in packages.iter().flat_map(edges) {
        if let Some(advice) = objection(&edge, &names) {
            findings.push(at(files, edge.from, edge.to, advice));
        }
    }
    findings
}

fn edges(package: &Value) -> Vec<Edge<'_>> {
    let from = package["name"].as_str().unwrap_or_default();
    let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
    let mut edges = Vec::new();
    for dependency in dependencies {
        if let Some(to) = dependency["name"].as_str() {
            edges.push(Edge { from, to, normal: dependency["kind"].is_null() });
        }
    }
    edges
}

fn objection(edge: &Edge<'_>, workspace: &[&str]) -> Option<String> {
    let Edge { from, to, normal } = *edge;
    if workspace.contains(&to) {
        let (_, allowed) = MAY_USE.iter().find(|(name, _)| *name == from)?;
        let advice = format!("{from} may not depend on {to}: move what it needs to a lower crate");
        return (!allowed.contains(&to)).then_some(advice);
    }
    let advice = format!(
        "the rules may not depend on {to}: do without, or argue for it in xtask/src/tidy/crates.rs"
    );
    (from == "rules" && normal && !PURE.contains(&to)).then_some(advice)
}

/// Points at the line of the crate's manifest that starts with `key`.
fn at(files: &[SourceFile], package: &str, key: &str, advice: String) -> Finding {
    let path = format!("{package}/Cargo.toml");
    let manifest = files.iter().find(|file| file.path == path);
    let line = manifest.and_then(|manifest| {
        let mut lines = manifest.lines();
        lines.find(|(_, line)| line.split(['.', ' ', '=']).next() == Some(key))
    });
    Finding { path, line: line.map_or(1, |(number, _)| number), advice }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::file;
    use super::*;

    fn workspace(from: &str, to: &str, kind: Option<&str>) -> Value {
        let mut packages: Vec<_> = MAY_USE
            .iter()
            .filter(|(name, _)| *name != from)
            .map(|(name, _)| json!({"name": name, "dependencies": []}))
            .collect();
        packages.push(json!({"name": from, "dependencies": [{"name": to, "kind": kind}]}));
        json!({ "packages": packages })
    }

    fn objects(from: &str, to: &str, kind: Option<&str>) -> bool {
        !check(&workspace(from, to, kind), &[]).is_empty()
    }

    #[test]
    fn the_rules_use_only_what_is_pure() {
        assert!(!objects("rules", "sha2", None));
        assert!(objects("rules", "tokio", None));
        assert!(!objects("rules", "proptest", Some("dev")));
        assert!(!objects("server", "tokio", None));
    }

    #[test]
    fn dependencies_point_one_way() {
        assert!(!objects("protocol", "rules", None));
        assert!(!objects("server", "bots", None));
        assert!(objects("rules", "protocol", None));
        assert!(objects("rules", "bots", Some("dev")));
        assert!(objects("bots", "server", None));
        assert!(objects("loadtest", "server", Some("dev")));
        assert!(objects("protocol", "bots", None));
    }

    #[test]
    fn a_new_crate_has_to_say_its_place() {
        assert!(objects("scoring", "rules", None));
    }

    #[test]
    fn a_finding_points_at_the_line_of_the_manifest() {
        let manifest =
            file("rules/Cargo.toml", "[dependencies]\nsha2.workspace = true\nlog = \"1\"");

        let findings = check(&workspace("rules", "log", None), &[manifest]);

        assert_eq!((findings[0].path.as_str(), findings[0].line), ("rules/Cargo.toml", 3));
    }
}
