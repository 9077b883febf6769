//! Ratings over HTTP: what is shown of players, and what sources and players may change.

pub(in crate::gateway) mod admin;
pub(super) mod answers;
pub(super) mod bearer;
pub(super) mod forms;
mod holders;
mod kept;
pub(super) mod leagues;
pub(super) mod profiles;
pub(super) mod reads;
mod results;
pub(super) mod writes;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use self::answers::Risers;
use self::holders::Holders;
use self::kept::Kept;
use self::results::Standings;
use super::peers::Peers;
use super::players::StatsQuery;
use crate::ratings::List as ListName;
use crate::recorder::Recorder;
use crate::room::Withdrawn;
use crate::store::ratings::SeasonState;

/// How long a list of risers is shown: it is made from all rounds of a week.
const RISERS_FRESH: Duration = Duration::from_secs(60);

/// How long figures are compared with those of the same others: they are made from everybody's tallies.
const PEERS_FRESH: Duration = Duration::from_secs(60);

/// Has every room show a profile no longer.
pub(in crate::gateway) type Withdraw =
    Arc<dyn Fn(Withdrawn) -> BoxFuture<'static, ()> + Send + Sync>;

/// Access to the ratings. Cheap to clone.
#[derive(Clone)]
pub(in crate::gateway) struct Ratings {
    pub(super) recorder: Recorder,
    risers: Kept<ListName, Risers>,
    /// Everybody's figures in such games.
    pub(super) peers: Kept<StatsQuery, Peers>,
    /// Held by whoever makes them: others wait for that instead of doing it too.
    pub(super) making_peers: Arc<tokio::sync::Mutex<()>>,
    /// How seasons stand, as long as nothing has changed.
    seasons: Kept<SeasonState, Standings>,
    /// Held by whoever makes one of them: they are made from all rounds of a season, and so one at a time.
    making_seasons: Arc<tokio::sync::Mutex<()>>,
    /// How fast those go who bring a key.
    pub(super) holders: Holders,
    withdraw: Withdraw,
}

impl Ratings {
    pub(in crate::gateway) fn new(recorder: Recorder, withdraw: Withdraw) -> Self {
        Self {
            recorder,
            risers: Kept::new(RISERS_FRESH),
            peers: Kept::new(PEERS_FRESH),
            making_peers: Arc::default(),
            seasons: Kept::new(Duration::MAX),
            making_seasons: Arc::default(),
            holders: Holders::default(),
            withdraw,
        }
    }

    /// Something changed that lists show: they are made anew.
    pub(in crate::gateway) fn forget_lists(&self) {
        self.risers.forget();
        self.peers.forget();
        self.seasons.forget();
    }

    /// Somebody was hidden, or is no more: neither lists nor tables show them.
    pub(in crate::gateway) async fn withdraw(&self, profile: Withdrawn) {
        self.forget_lists();
        (self.withdraw)(profile).await;
    }
}
