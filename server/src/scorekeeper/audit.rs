//! What is remembered of a change: what it was about before, and after.

use serde_json::{Value, json};

use super::change::{Change, Edit};
use super::sheet::Sheet;

/// What is remembered of a change that made `next` of `sheet`.
pub(super) fn audit(sheet: &Sheet, next: &Sheet, change: &Change) -> Value {
    let (before, after) = around(sheet, next, &change.edit);
    let did = change.edit.name();
    json!({ "did": did, "before": before, "after": after, "reason": change.reason })
}

fn around(sheet: &Sheet, next: &Sheet, edit: &Edit) -> (Value, Value) {
    let of_both = |part: fn(&Sheet) -> Value| (part(sheet), part(next));
    let hand_in_both = |id: &str| {
        let at = |sheet: &Sheet| json!(sheet.place_of(id).map(|place| &sheet.hands[place]));
        (at(sheet), at(next))
    };
    match edit {
        Edit::Record { id, .. } | Edit::Replace { id, .. } | Edit::Remove { id } => {
            hand_in_both(id)
        }
        Edit::Undo => (json!(sheet.hands.last()), Value::Null),
        Edit::Notes { .. } => imported(sheet, next),
        Edit::Riichi { .. } => of_both(|sheet| json!({ "declared": sheet.declared })),
        Edit::Close(_) | Edit::Reopen => of_both(
            |sheet| json!({ "closed_at": sheet.closed_at, "final_scores": sheet.final_scores }),
        ),
        Edit::Amend { .. } => of_both(
            |sheet| json!({ "players": sheet.names, "rules": sheet.rules, "note": sheet.note }),
        ),
        Edit::Delete => of_both(|sheet| json!({ "is_deleted": sheet.is_deleted })),
    }
}

/// The hands around an import, by their ids, and in full those that came: what was there before is in the audit
/// already, and with every import again it would outgrow the game.
fn imported(sheet: &Sheet, next: &Sheet) -> (Value, Value) {
    let ids =
        |sheet: &Sheet| -> Value { sheet.hands.iter().map(|hand| hand.id.as_str()).collect() };
    let came: Vec<_> =
        next.hands.iter().filter(|hand| sheet.place_of(&hand.id).is_none()).collect();
    (
        json!({ "hands": ids(sheet), "declared": sheet.declared }),
        json!({ "hands": ids(next), "declared": next.declared, "came": came }),
    )
}
