//! Rare wins of somebody, each with the hand it was.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use protocol::record::RecordedPlayer;

use super::reads::READ_ROWS_MAX;
use super::{GameFilter, GameName, HandRow, RareWin, StoreError, Whose};
use crate::store::{HandWin, Store, feature};

/// The latest rare wins, newest first, in games that anybody may find.
pub(super) fn wins(
    store: &mut Store,
    whose: &Whose,
    limit: u32,
) -> Result<Vec<RareWin>, StoreError> {
    // In each game there is at least one of them: no more games are needed than wins.
    let mut games = BTreeMap::new();
    for kind in feature::RARE {
        let (player, happened) = (Some(whose.clone()), Some(kind.to_owned()));
        let filter = GameFilter { player, happened, ..GameFilter::default() };
        for row in store.games(&filter, None, limit)? {
            if let GameName::Online(game) = row.game {
                games.insert(Reverse(row.place), game);
            }
        }
    }
    let mut wins = Vec::new();
    for game in games.into_values().take(limit as usize) {
        let hands = store.hands_after(game, 0, READ_ROWS_MAX)?;
        wins.extend(hands.iter().flat_map(|hand| of_hand(hand, whose)));
    }
    wins.sort_by_key(|win: &RareWin| Reverse((win.at, win.game, win.hand)));
    wins.truncate(limit as usize);
    Ok(wins)
}

fn of_hand<'a>(hand: &'a HandRow, whose: &'a Whose) -> impl Iterator<Item = RareWin> + 'a {
    let own = hand.event.outcome.wins().iter().filter(move |win| is_own(hand, win, whose));
    own.filter_map(|win| {
        let said = std::iter::once(&win.way).chain(&win.specials);
        let kinds: Vec<_> =
            said.filter(|kind| feature::RARE.contains(&kind.as_str())).cloned().collect();
        let (event, points) = (&hand.event, win.points);
        let rare = RareWin { game: event.game, hand: event.hand, at: event.at, kinds, points };
        (!rare.kinds.is_empty()).then_some(rare)
    })
}

fn is_own(hand: &HandRow, win: &HandWin, whose: &Whose) -> bool {
    match whose {
        Whose::Name(name) => {
            let player = hand.players[win.seat].as_ref();
            player.and_then(RecordedPlayer::human_name).is_some_and(|own| own.as_str() == name)
        }
        Whose::Profile(id) | Whose::Own(id) => hand.profiles[win.seat].as_ref() == Some(id),
    }
}
