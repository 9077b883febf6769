//! The rules stay pure, and the hidden table cannot be written out by accident.

use super::{Finding, SourceFile};

const CLOCKS: [&str; 3] = ["std::time", "Instant::now", "SystemTime"];

/// Files whose types hold concealed tiles.
const HIDDEN: [&str; 7] = [
    "rules/src/fujian/deal.rs",
    "rules/src/fujian/event.rs",
    "rules/src/fujian/phase.rs",
    "rules/src/fujian/table.rs",
    "rules/src/hand.rs",
    "rules/src/wall.rs",
    "server/src/room/game/fujian.rs",
];

/// No clock in the rules; no `Serialize` on what holds concealed tiles.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let pure = file.path.starts_with("rules/src/");
    let hidden = HIDDEN.contains(&file.path.as_str());
    let code = file.lines().filter(|(_, line)| !line.trim_start().starts_with("//"));
    let advice = |line: &str| {
        if let Some(clock) = CLOCKS.iter().find(|clock| pure && line.contains(**clock)) {
            return Some(format!("`{clock}` in the rules: they know no clock, take the time in"));
        }
        (hidden && line.contains("Serialize")).then(|| {
            "`Serialize` on hidden state: give the wire or the disk a type of its own".to_owned()
        })
    };
    code.filter_map(|(number, line)| Some(file.finding(number, advice(line)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    fn found(path: &str, text: &str) -> Vec<usize> {
        found_lines(&check(&file(path, text)))
    }

    #[test]
    fn the_rules_know_no_clock() {
        for clock in CLOCKS {
            assert_eq!(found("rules/src/tile.rs", &format!("//! T.\nuse {clock};")), [2]);
            assert!(found("server/src/serve.rs", clock).is_empty());
            assert!(found("rules/benches/figures.rs", clock).is_empty());
        }
    }

    #[test]
    fn hidden_state_is_not_serializable() {
        let derived = "//! Not `Serialize`.\n#[derive(Clone, Serialize)]\nstruct Table;";
        for path in HIDDEN {
            assert_eq!(found(path, derived), [2], "{path}");
            assert!(found(path, "#[derive(Clone, Deserialize)]").is_empty(), "{path}");
        }
        assert!(found("rules/src/tile.rs", derived).is_empty());
    }
}
