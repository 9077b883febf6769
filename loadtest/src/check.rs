//! What must hold whatever the load: what the seats were told fits together and hides what it must.

use anyhow::ensure;
use bots::client::Seated;
use protocol::codec::Encoding;
use protocol::fujian::{HandView, MeldView, SeatView};
use rules::seat::BySeat;
use rules::tile::{COPIES, SuitTile};

/// Checks that a message holds nothing but what its type has room for: a type that can't hold a
/// hidden tile says nothing of bytes a reader skips.
pub(crate) fn holds_nothing_more<M: serde::Serialize>(
    message: &M,
    payload: &[u8],
) -> anyhow::Result<()> {
    let again = Encoding::MessagePack.encode(message);
    ensure!(again == payload, "{} bytes came for a message of {}", payload.len(), again.len());
    Ok(())
}

/// Checks that four seats at the same step know the same table, and each its own tiles alone.
pub(crate) fn agree(seats: &BySeat<&Seated>) -> anyhow::Result<()> {
    same_table(&seats.0)?;
    no_tile_twice(&seats.0)
}

/// Checks that these seats, at the same step, know the same room and table.
pub(crate) fn same_table(seats: &[&Seated]) -> anyhow::Result<()> {
    let Some(first) = seats.first() else { return Ok(()) };
    for seated in seats {
        ensure!(seated.seq == first.seq, "seats are at different steps");
        ensure!(seated.room == first.room, "seats see different rooms");
        let tables = [*first, *seated].map(|seated| seated.view.as_ref().map(|view| &view.table));
        ensure!(tables[0] == tables[1], "seats see different tables");
        let Some(view) = &seated.view else { continue };
        ensure!(view.seat == seated.seat, "a view of another seat");
        ensure!(view.table.scores.iter().sum::<i32>() == 0, "scores don't sum to zero");
        if let Some(hand) = &view.table.hand {
            let held = usize::from(hand.players[seated.seat].concealed);
            ensure!(view.own.tiles.len() == held, "own tiles are not as many as others see");
        }
    }
    Ok(())
}

/// Checks that no tile is in two places, over all these seats' hands and what lies open: a seat told of
/// another's tile would hold it twice.
pub(crate) fn no_tile_twice(seats: &[&Seated]) -> anyhow::Result<()> {
    let views: Vec<&SeatView> = seats.iter().filter_map(|seated| seated.view.as_ref()).collect();
    let Some(hand) = views.first().and_then(|view| view.table.hand.as_ref()) else { return Ok(()) };
    let mut counts = [0u8; SuitTile::COUNT];
    let own = views.iter().flat_map(|view| view.own.tiles.iter().copied());
    let open = lying_open(hand);
    own.chain(open).for_each(|tile| counts[tile.index()] += 1);
    ensure!(counts.iter().all(|count| *count <= COPIES), "five tiles of a kind");
    Ok(())
}

fn lying_open(hand: &HandView) -> impl Iterator<Item = SuitTile> + '_ {
    let melded = hand.players.iter().flat_map(|player| &player.melds).flat_map(meld_tiles);
    let thrown = hand.discards.iter().filter(|thrown| thrown.taken_by.is_none());
    melded.chain(thrown.map(|thrown| thrown.tile)).chain(hand.flipped)
}

fn meld_tiles(meld: &MeldView) -> Vec<SuitTile> {
    match *meld {
        MeldView::Chow { low, .. } => low.run().map_or_else(Vec::new, Vec::from),
        MeldView::Pung { tile, .. } => vec![tile; 3],
        MeldView::Kong { tile, .. } => vec![tile; 4],
    }
}

#[cfg(test)]
mod tests {
    use protocol::fujian::{OwnChange, PublicChange, SeatMessage};
    use protocol::ids::Seq;
    use rules::seat::Seat;

    use super::*;
    use crate::stub::four;

    /// What is said of four of whom the one at seat 2 knows something else.
    fn judged(plant: impl FnOnce(&mut Seated, &mut SeatView)) -> Result<(), String> {
        let mut four = four();
        let seated = &mut four[Seat::S2];
        let mut view = seated.view.take().unwrap();
        plant(seated, &mut view);
        seated.view = Some(view);
        agree(&BySeat::from_fn(|seat| &four[seat])).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn seats_that_know_the_same_table_agree_and_whatever_differs_is_found() {
        let said = |found: Result<(), String>| found.unwrap_err();

        assert_eq!(judged(|_, _| ()), Ok(()));
        assert!(said(judged(|seated, _| seated.seq = Seq(8))).contains("different steps"));
        let fold = judged(|_, view| view.table.scores = BySeat([1, -1, 0, 0]));
        assert!(said(fold).contains("different tables"));
        let other = judged(|_, view| view.seat = Seat::S3);
        assert!(said(other).contains("another seat"));
        let more = judged(|_, view| view.own.tiles.push(SuitTile::Dots1));
        assert!(said(more).contains("not as many"));
    }

    #[test]
    fn points_made_out_of_nothing_are_found_though_all_four_see_them() {
        let mut four = four();
        for seated in four.iter_mut() {
            seated.view.as_mut().unwrap().table.scores = BySeat([5, 0, 0, 0]);
        }

        let found = agree(&BySeat::from_fn(|seat| &four[seat])).unwrap_err();

        assert!(found.to_string().contains("sum to zero"), "{found}");
    }

    #[test]
    fn a_seat_that_was_told_anothers_tiles_as_its_own_is_found() {
        let mut four = four();
        for seated in four.iter_mut() {
            let view = seated.view.as_mut().unwrap();
            view.own.tiles.fill(SuitTile::Dots1);
        }

        let found = agree(&BySeat::from_fn(|seat| &four[seat])).unwrap_err();

        assert!(format!("{found:#}").contains("five tiles of a kind"), "{found:#}");
    }

    #[test]
    fn a_message_with_something_besides_what_its_type_has_room_for_is_a_leak() {
        let drew = vec![PublicChange::Drew { seat: Seat::S1 }];
        let own = vec![OwnChange::Prompt { prompt: None }];
        let step = SeatMessage::Step { seq: Seq(9), room: Vec::new(), public: drew, own };
        let payload = Encoding::MessagePack.encode(&step);
        // As a reader that skips what it does not know would take it.
        let more = [&payload[..], &[SuitTile::Dots1.index() as u8]].concat();

        assert!(holds_nothing_more(&step, &payload).is_ok());
        assert!(holds_nothing_more(&step, &more).is_err());
    }
}
