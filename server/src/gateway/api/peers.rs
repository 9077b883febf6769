//! A player's figures beside those of others: how many of them have a smaller one.

use std::sync::Arc;

use super::players::{FIGURES, Stats, StatsQuery};
use super::problem::Problem;
use super::ratings::Ratings;
use crate::store::ratings;

/// How much a figure rests on before it is compared: below that it says more of chance than of a player.
const SAMPLE_MIN: u64 = 30;
/// How many others there are before a share of them says anything.
const PEERS_MIN: u64 = 10;

/// The figures of every profile that may be seen, those with too small a sample left out.
#[derive(Debug)]
pub(super) struct Peers(Vec<(String, [Option<f64>; FIGURES])>);

/// Everybody's figures in such games; they may be a minute old.
pub(super) async fn known(ratings: &Ratings, asked: StatsQuery) -> Result<Arc<Peers>, Problem> {
    if let Some(known) = ratings.peers.known(&asked) {
        return Ok(known);
    }
    let _making = ratings.making_peers.lock().await;
    if let Some(made) = ratings.peers.known(&asked) {
        return Ok(made);
    }
    let begun = ratings.peers.begin();
    let rows = ratings.recorder.rated(|sql| ratings::all_tallies(sql)).await?;
    let figures = rows.into_iter().map(|(player, tallies)| {
        let mut stats = Stats::of(player, asked, &tallies).compared(asked);
        let figures =
            stats.figures().map(|figure| figure.value.filter(|_| figure.sample >= SAMPLE_MIN));
        (stats.player, figures)
    });
    let peers = Arc::new(Peers(figures.collect()));
    ratings.peers.keep(begun, asked, Arc::clone(&peers));
    Ok(peers)
}

impl Peers {
    /// Somebody's figures, with where each of them stands among those of the others.
    pub(super) fn beside(&self, mut stats: Stats) -> Stats {
        let own = stats.player.clone();
        for (nth, figure) in stats.figures().into_iter().enumerate() {
            let others = self.0.iter().filter(|(player, _)| *player != own);
            let values: Vec<f64> = others.filter_map(|(_, figures)| figures[nth]).collect();
            figure.peers = values.len() as u64;
            let is_enough = figure.sample >= SAMPLE_MIN && figure.peers >= PEERS_MIN;
            figure.percentile = figure.value.filter(|_| is_enough).map(|value| {
                let smaller = values.iter().filter(|other| **other < value).count() as u64;
                smaller * 100 / figure.peers
            });
        }
        stats
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::future::{join, join_all};
    use tokio::runtime::Builder;

    use super::*;
    use crate::recorder::{Recorder, RecorderOptions};
    use crate::store::fresh::Fresh;

    #[test]
    fn those_who_ask_at_once_are_told_what_was_made_once() {
        let fresh = Fresh::new();
        let database: crate::store::Database = fresh.url.parse().unwrap();
        // The only thread that reads has something else to do until everybody has asked.
        let mut runtime = Builder::new_current_thread();
        let runtime = runtime.enable_all().max_blocking_threads(1).build().unwrap();
        let made = runtime.block_on(async {
            let (recorder, _) = Recorder::open(&database, RecorderOptions::default()).unwrap();
            let ratings = Ratings::new(recorder, Arc::new(|_| Box::pin(async {})));
            let (asked, busy) = mpsc::channel::<()>();
            tokio::task::spawn_blocking(move || busy.recv());

            let ask = join_all((0..8).map(|_| known(&ratings, StatsQuery::default())));
            join(ask, async { drop(asked) }).await.0
        });

        let made: Vec<_> = made.into_iter().map(Result::unwrap).collect();
        assert!(made.iter().all(|peers| Arc::ptr_eq(peers, &made[0])));
    }
}
