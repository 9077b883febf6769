//! Bots that think beside the room: when each is done thinking shows in nothing.

use super::*;

/// Moments a table of masters is followed for.
const MOMENTS: usize = 60;

/// Plays with three masters for a while; what they came to arrives in an order of the caller's.
fn masters_play(arrange: impl Fn(&mut Vec<Thought<Fujian>>)) -> Vec<Vec<u8>> {
    let mut now = Instant::now();
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..Rules::FULL };
    let mut room = open(rules, 5, now);
    let _heard = join(&mut room, 1, now);
    start_with_bots(&mut room, BotLevel::Master, now);
    let mut stored = Vec::new();
    for _ in 0..MOMENTS {
        stored.extend(store_all(&mut room, now));
        let mut thoughts: Vec<_> = std::iter::from_fn(|| room.next_question())
            .map(|asked| asked.think(&mut || true))
            .collect();
        arrange(&mut thoughts);
        thoughts.into_iter().for_each(|thought| room.hear_thought(thought, now));
        stored.extend(store_all(&mut room, now));
        // Between two hands it is the player the table waits for.
        let Some(next) = room.next_wake() else { break };
        now = next;
        room.wake(now);
    }
    stored
}

/// Whoever can only pass is done at once: the order of the answers told who could call.
#[test]
fn the_order_in_which_masters_have_thought_shows_in_nothing() {
    let in_order = masters_play(|_| ());
    let reversed = masters_play(|thoughts| thoughts.reverse());

    assert!(in_order.len() > 30, "{} steps", in_order.len());
    assert!(in_order == reversed);
}

/// The disk failed while a bot thought: it is asked again, and the old thought is no answer to that.
#[test]
fn a_thought_about_another_moment_is_not_played() {
    let mut now = Instant::now();
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(5), ..Rules::FULL };
    let mut room = open(rules, 5, now);
    let _heard = join(&mut room, 1, now);
    start_with_bots(&mut room, BotLevel::Master, now);
    let mut stored = store_all(&mut room, now);
    let asked = loop {
        if let Some(asked) = room.next_question() {
            break asked;
        }
        now = room.next_wake().expect("bots are to act");
        room.wake(now);
        stored.extend(store_all(&mut room, now));
    };

    let late = asked.think(&mut || true);
    room.take_back();
    room.restart(rebuilt(&stored), now);
    while room.next_question().is_none() {
        now = room.next_wake().expect("bots are to act");
        room.wake(now);
    }
    let before = room.core().seq();
    room.hear_thought(late, now);

    now = room.next_wake().expect("bots are to act");
    room.wake(now);

    assert_eq!(room.core().seq(), before, "it was played");
}

/// When a room went on the moment the last of its bots knew, that moment told that one had much to weigh.
#[test]
fn masters_that_know_too_late_wait_for_another_moment() {
    let mut now = Instant::now();
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(20), ..Rules::FULL };
    let mut room = open(rules, 5, now);
    let _heard = join(&mut room, 1, now);
    start_with_bots(&mut room, BotLevel::Master, now);
    store_all(&mut room, now);
    let mut asked: Vec<Question<Fujian>> = Vec::new();
    while asked.is_empty() {
        asked.extend(std::iter::from_fn(|| room.next_question()));
        now = room.next_wake().expect("bots are to act");
        if asked.is_empty() {
            room.wake(now);
            store_all(&mut room, now);
        }
    }
    let before = room.core().seq();
    let due = now + Manners::default().bot_pace.end;
    while let Some(next) = room.next_wake().filter(|next| *next < due) {
        now = next;
        room.wake(now);
    }

    for question in asked {
        room.hear_thought(question.think(&mut || true), now);
    }
    let acted_at_once = room.core().seq() > before;
    while room.core().seq() == before {
        let next = room.next_wake().expect("bots are to act");
        assert!(next < now + 2 * Manners::default().bot_pace.end, "they wait for ever");
        room.wake(next);
    }

    assert!(!acted_at_once);
}

/// Without a pace they were looked for again at once, for ever, and what they came to was never heard.
#[test]
fn masters_without_a_pace_are_looked_for_again_a_moment_later() {
    let mut now = Instant::now();
    let rules = Rules { turn_seconds: Some(20), call_seconds: Some(20), ..Rules::FULL };
    let mut room = open(rules, 5, now);
    room.manners.bot_pace = Duration::ZERO..Duration::ZERO;
    let _heard = join(&mut room, 1, now);
    start_with_bots(&mut room, BotLevel::Master, now);
    store_all(&mut room, now);
    while room.questions.is_empty() {
        now = room.next_wake().expect("bots are to act");
        room.wake(now);
        store_all(&mut room, now);
    }

    now = room.next_wake().expect("bots are to act");
    room.wake(now);

    assert!(room.next_wake().expect("they are still to act") > now);
}
