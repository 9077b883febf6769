//! What was measured so far, by group and name, kept in a file if one is named.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// All figures; what is added is in the file at once, so that nothing is lost if a later part fails.
pub(super) struct Figures {
    groups: Map<String, Value>,
    path: Option<PathBuf>,
}

impl Figures {
    /// None yet.
    pub(super) fn new(path: Option<&Path>) -> Self {
        Self { groups: Map::new(), path: path.map(Path::to_owned) }
    }

    /// Those of an earlier run, if the file is there.
    pub(super) fn read(path: Option<&Path>) -> Result<Self> {
        let mut figures = Self::new(path);
        if let Some(path) = path.filter(|path| path.exists()) {
            let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            figures.groups = serde_json::from_slice(&text)
                .with_context(|| format!("{} holds no figures", path.display()))?;
        }
        Ok(figures)
    }

    /// Adds one to a group.
    pub(super) fn add(&mut self, group: &str, name: &str, figure: Value) -> Result<()> {
        let mut found = self.group(group);
        found.insert(name.to_owned(), figure);
        self.put(group, found)
    }

    /// Puts a whole group in the place of what there was of it.
    pub(super) fn put(&mut self, group: &str, found: Map<String, Value>) -> Result<()> {
        self.groups.insert(group.to_owned(), found.into());
        let Some(path) = &self.path else { return Ok(()) };
        fs::write(path, format!("{}\n", serde_json::to_string_pretty(&self.groups)?))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// What there is of a group.
    pub(super) fn group(&self, group: &str) -> Map<String, Value> {
        self.groups.get(group).and_then(Value::as_object).cloned().unwrap_or_default()
    }

    /// All of it.
    pub(super) fn to_json(&self) -> Value {
        self.groups.clone().into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_figure_is_in_the_file_at_once_and_a_later_run_of_one_part_keeps_the_others() {
        let path = std::env::temp_dir().join(format!("sanjin-figures-{}.json", std::process::id()));
        let mut first = Figures::new(Some(&path));
        first.add("load", "rooms_50", json!({ "rooms": 50 })).unwrap();

        let mut second = Figures::read(Some(&path)).unwrap();
        second.add("ledger", "sqlite", json!({ "game": 1 })).unwrap();
        let read = Figures::read(Some(&path)).unwrap().to_json();
        fs::remove_file(&path).unwrap();

        let ledger = json!({ "sqlite": { "game": 1 } });
        assert_eq!(read, json!({ "load": { "rooms_50": { "rooms": 50 } }, "ledger": ledger }));
    }
}
