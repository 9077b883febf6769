//! Which part of a room may use which: each directory is a layer, and knows nothing of those above it.

use super::{Finding, SourceFile};

/// A layer, the modules of a room that it does not know, and why.
const LAYERS: [(&str, &[&str], &str); 3] = [
    (
        "server/src/room/game/",
        &["core", "live", "actor"],
        "a game does not know the room it is played in",
    ),
    (
        "server/src/room/core/",
        &["live", "actor"],
        "what happened in a room does not depend on who is connected to it",
    ),
    (
        "server/src/room/live/",
        &["actor"],
        "a room with people in it is told the time, and runs without a task",
    ),
];

/// Finds what a layer uses of one above it.
pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let Some((_, unknown, why)) = LAYERS.iter().find(|(layer, ..)| file.path.starts_with(layer))
    else {
        return Vec::new();
    };
    let uses = |line: &str| {
        let from = |parent: &str| {
            unknown.iter().any(|module| line.contains(&format!("{parent}::{module}::")))
        };
        from("super") || from("room")
    };
    let code = file.lines().filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.filter(|(_, line)| uses(line)).map(|(number, _)| file.finding(number, *why)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{file, found_lines};
    use super::*;

    #[test]
    fn a_layer_uses_nothing_of_those_above_it() {
        let found = |path, used| found_lines(&check(&file(path, &format!("//! T.\nuse {used};"))));

        for (path, used) in [
            ("server/src/room/core/host.rs", "crate::room::live::LiveRoom"),
            ("server/src/room/core/mod.rs", "super::live::LiveRoom"),
            ("server/src/room/game/fujian.rs", "crate::room::core::RoomCore"),
            ("server/src/room/live/mod.rs", "super::actor::RoomActor"),
        ] {
            assert_eq!(found(path, used), [2], "{path}");
        }
        for (path, used) in [
            ("server/src/room/core/host.rs", "crate::room::game::Game"),
            ("server/src/room/live/calls.rs", "crate::room::core::RoomCore"),
            ("server/src/room/actor.rs", "super::live::LiveRoom"),
        ] {
            assert_eq!(found(path, used), [0; 0], "{path}");
        }
    }
}
