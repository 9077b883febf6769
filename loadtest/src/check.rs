//! What must hold whatever the load: what the seats were told fits together and hides what it must.

use anyhow::{Context as _, ensure};
use bots::client::Seated;
use protocol::codec::Encoding;
use protocol::fujian::{HandView, MeldView, SeatView};
use rules::seat::{BySeat, Seat};
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
    let first = seats[Seat::S0];
    for seated in seats {
        ensure!(seated.seq == first.seq, "seats are at different steps");
        ensure!(seated.room == first.room, "seats see different rooms");
        let tables = [first, seated].map(|seated| seated.view.as_ref().map(|view| &view.table));
        ensure!(tables[0] == tables[1], "seats see different tables");
        let Some(view) = &seated.view else { continue };
        ensure!(view.seat == seated.seat, "a view of another seat");
        ensure!(view.table.scores.iter().sum::<i32>() == 0, "scores don't sum to zero");
        if let Some(hand) = &view.table.hand {
            let held = usize::from(hand.players[seated.seat].concealed);
            ensure!(view.own.tiles.len() == held, "own tiles are not as many as others see");
        }
    }
    let views: Option<Vec<&SeatView>> = seats.iter().map(|seated| seated.view.as_ref()).collect();
    views.map_or(Ok(()), |views| no_tile_twice(&views)).context("tiles")
}

/// Checks that no tile is in two places, over all four hands and what lies open: a seat told of
/// another's tile would hold it twice.
fn no_tile_twice(views: &[&SeatView]) -> anyhow::Result<()> {
    let Some(hand) = views[0].table.hand.as_ref() else { return Ok(()) };
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
