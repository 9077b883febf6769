//! Hands nobody can have won so. Games that have some are read as they are; no change brings another.

use rules::riichi::Impossible;

use super::refusal::Refusal;
use super::sheet::{Folded, Sheet, SheetHand};

/// Makes sure that a change brings no hand that nobody can have won so; what was one may stay, unless it is changed.
pub(super) fn check_odd(sheet: &Sheet, next: &Sheet, folded: &Folded) -> Result<(), Refusal> {
    for Impossible { number, why } in folded.game.odd() {
        let place = folded.places[number - 1];
        if !was_odd(sheet, &next.hands[place])? {
            return Err(Refusal::Impossible { number: place + 1, why });
        }
    }
    Ok(())
}

fn was_odd(sheet: &Sheet, hand: &SheetHand) -> Result<bool, Refusal> {
    let folded = sheet.fold()?;
    let mut places = folded.game.odd().map(|odd| folded.places[odd.number - 1]);
    Ok(places.any(|place| {
        let SheetHand { id, form, .. } = &sheet.hands[place];
        *id == hand.id && *form == hand.form
    }))
}

#[cfg(test)]
mod tests {
    use rules::riichi::Options;
    use serde_json::{Value, json};

    use super::super::change::{Applied, Change, Edit, Role, apply};
    use super::super::digest::Digest;
    use super::super::sheet::HandForm;
    use super::*;

    /// A game that was kept when any yakuman could be named: a hand nobody can have won, and one that is fine.
    fn old() -> Sheet {
        let tsumo = |winner: u8, yakuman: &[&str]| json!({"type": "tsumo", "win": {"winner": winner, "worth": {"yakuman": yakuman}}});
        let hand = |id: &str, outcome: Value| json!({"id": id, "riichi": [], "outcome": outcome, "sent": "", "recorded_at": 0, "completed_at": 0});
        let rules = Options { tobi: None, ..Options::STANDARD };
        let names = ["Koki", "Josh", "Mikey", "Jo"];
        let hands = [
            hand("old", tsumo(0, &["daisangen", "daisuushii"])),
            hand("fine", tsumo(0, &["tenhou"])),
        ];
        let sheet = json!({"names": names, "rules": rules, "started_at": 0, "hands": hands});
        serde_json::from_value(sheet).unwrap()
    }

    fn form(outcome: Value) -> HandForm {
        HandForm { outcome: serde_json::from_value(outcome).unwrap(), ..HandForm::default() }
    }

    fn record(outcome: Value) -> Edit {
        let form = form(outcome);
        let sent = Digest::of(&form);
        Edit::Record { id: "new".to_owned(), form, before: None, sent }
    }

    fn changed(edit: Edit) -> Result<Applied, Refusal> {
        apply(&old(), &Change { edit, role: Role::Recorder, reason: None, now: 1 })
    }

    fn refused_hand(edit: Edit) -> (usize, &'static str) {
        match changed(edit) {
            Err(Refusal::Impossible { number, why }) => (number, why.code()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_old_game_with_a_hand_nobody_can_have_won_is_read_and_goes_on() {
        let scores = old().fold().unwrap().game.state().scores.0;
        let went_on = changed(record(json!({"type": "exhaustive_draw", "tenpai": []})));
        let undone = changed(Edit::Undo);

        assert_eq!(scores, [169_300, -23_100, -23_100, -23_100]);
        assert!(matches!(went_on, Ok(Applied::Changed { .. })), "{went_on:?}");
        assert!(matches!(undone, Ok(Applied::Changed { .. })), "{undone:?}");
    }

    #[test]
    fn a_hand_nobody_can_have_won_is_not_written_down() {
        let ron = |yakuman: &[&str]| {
            let wins = json!([{"winner": 1, "worth": {"yakuman": yakuman}}]);
            json!({"type": "ron", "from": 2, "wins": wins})
        };

        for yakuman in [&["tenhou"][..], &["suuankou"], &["daisangen", "daisuushii"]] {
            assert_eq!(refused_hand(record(ron(yakuman))), (3, "bad_yakuman"), "{yakuman:?}");
        }
        let same = Edit::Replace { id: "fine".to_owned(), form: form(ron(&["chiihou"])) };
        assert_eq!(refused_hand(same), (2, "bad_yakuman"));
    }

    #[test]
    fn a_change_that_makes_a_later_hand_one_is_refused_with_it() {
        // Somebody else deals then, and the dealer alone wins so.
        let drawn = form(json!({"type": "exhaustive_draw", "tenpai": []}));

        let edit = Edit::Replace { id: "old".to_owned(), form: drawn };

        assert_eq!(refused_hand(edit), (2, "bad_yakuman"));
    }
}
