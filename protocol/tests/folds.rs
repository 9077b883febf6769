//! Folding changes into an old view gives the new view, for every audience, in both encodings.

use proptest::prelude::*;
use protocol::fujian::{Batch, OwnChange, PublicChange, SeatView, TableView, redact};
use random_play::{Course, any_course};
use rules::fujian::{Phase, Table};
use rules::seat::{BySeat, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[path = "../../rules/tests/random_play/mod.rs"]
mod random_play;

/// Plays a course to the end of its match; `see` gets the table at rest after every step.
fn play(course: &mut Course, mut see: impl FnMut(&Table, &Batch)) {
    let mut table = Table::new(course.rules, course.dealer).unwrap();
    while !matches!(table.phase(), Phase::Finished(_)) {
        let event = match table.phase() {
            Phase::AwaitingWall => table.begin(course.wall()).unwrap(),
            _ => course.next_event(&table),
        };
        let batch = redact(&mut table, event);
        see(&table, &batch);
    }
}

fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn through_msgpack<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let bytes = rmp_serde::to_vec(value).unwrap();
    rmp_serde::from_slice(&bytes).unwrap_or_else(|error| panic!("{error}: {bytes:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn folding_changes_gives_the_view_taken_anew(mut course in any_course()) {
        let fresh = Table::new(course.rules, course.dealer).unwrap();
        let mut anybody = TableView::of(&fresh);
        let mut seats = BySeat::from_fn(|seat| SeatView::of(&fresh, seat));

        play(&mut course, |table, batch| {
            let public: Vec<PublicChange> = through_msgpack(&batch.public);
            public.iter().for_each(|change| anybody.apply(change));
            assert_eq!(anybody, TableView::of(table));
            for seat in Seat::ALL {
                let own: Vec<OwnChange> = through_json(&batch.own[seat]);
                seats[seat].apply(&public, &own);
                assert_eq!(seats[seat], SeatView::of(table, seat));
            }
        });
    }

    #[test]
    fn views_and_changes_read_back_in_both_encodings(mut course in any_course()) {
        let mut step = 0;
        play(&mut course, |table, batch| {
            step += 1;
            if step % 7 != 0 {
                return;
            }
            let view = SeatView::of(table, Seat::S1);
            assert_eq!(through_json(&view), view);
            assert_eq!(through_msgpack(&view), view);
            assert_eq!(&through_json(&batch.public), &batch.public);
            for seat in Seat::ALL {
                assert_eq!(&through_msgpack(&batch.own[seat]), &batch.own[seat]);
            }
        });
    }
}
