//! Tests that open a store run on both kinds of database.

use super::{Finding, SourceFile};
use crate::postgres;

/// How a test gets a store of whichever kind is tested.
const OPENED: [&str; 2] = ["Fresh::new(", "TestServer::start"];

/// Finds tests with a store that do not run on PostgreSQL.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let opened = file.lines().find(|(_, line)| OPENED.iter().any(|opened| line.contains(opened)));
    let (Some((line, _)), Some(test)) = (opened, test_of(&file.path)) else { return Vec::new() };
    if postgres::runs(&test) {
        return Vec::new();
    }
    vec![
        file.finding(
            line,
            "name it in the list of xtask/src/postgres.rs, or it runs on SQLite only",
        ),
    ]
}

/// The test program of a file of the server, or the module its tests are in; nothing for what tests share.
fn test_of(path: &str) -> Option<String> {
    let path = path.strip_suffix(".rs")?;
    if let Some(test) = path.strip_prefix("server/tests/") {
        let test = test.split('/').next()?;
        return (test != "common").then(|| format!("--test={test}"));
    }
    let module = path.strip_prefix("server/src/")?.replace('/', "::");
    Some(format!("{module}::tests"))
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    #[test]
    fn tests_that_run_on_sqlite_only_are_found() {
        let found = |path| found_lines(&check(&file(path, "//! T.\nlet fresh = Fresh::new();")));

        assert_eq!(found("server/src/rooms/unheard_of.rs"), [2]);
        assert_eq!(found("server/tests/unheard_of.rs"), [2]);
        for listed in [
            "server/src/gateway/api/tests/history.rs",
            "server/src/serve.rs",
            "server/tests/recorder/common.rs",
            "server/tests/phases.rs",
            "server/tests/common/mod.rs",
            "loadtest/src/own_server.rs",
        ] {
            assert_eq!(found(listed), [0; 0], "{listed}");
        }
    }
}
