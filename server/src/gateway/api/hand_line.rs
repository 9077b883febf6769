//! Hands as lines of a table: one line each, in the same columns and words whatever was played.

use std::fmt::{Display, Write as _};

use super::types::{Hand, HandOutcome, HandWin};
use crate::store::feature;

/// The columns of [`HandLine::write`].
pub(super) const COLUMNS: &str = "game,number,ended_at,round,honba,outcome,way,winners,from,points,han,fu,limit,\
    riichi,tenpai,specials,player0,player1,player2,player3,delta0,delta1,delta2,delta3,after0,after1,after2,after3\n";

/// A hand as a line of a table; what is not known of it, or is nothing in its game, is empty.
#[derive(Clone, Debug, Default)]
pub(super) struct HandLine {
    pub(super) number: usize,
    pub(super) ended_at: i64,
    pub(super) round: String,
    pub(super) honba: Option<u16>,
    /// In the words games are found by.
    pub(super) outcome: &'static str,
    pub(super) way: String,
    pub(super) wins: Vec<WinCells>,
    /// Whose tile it was won on, or whose chombo it was.
    pub(super) from: Option<u8>,
    pub(super) riichi: Vec<u8>,
    pub(super) tenpai: Vec<u8>,
    pub(super) deltas: Option<[i32; 4]>,
    pub(super) after: Option<[i64; 4]>,
}

/// One player's win.
#[derive(Clone, Debug, Default)]
pub(super) struct WinCells {
    pub(super) seat: u8,
    pub(super) points: Option<u32>,
    pub(super) han: Option<u8>,
    pub(super) fu: Option<u8>,
    pub(super) limit: &'static str,
    pub(super) specials: Vec<String>,
}

impl HandLine {
    /// Writes the line, with its game and the four columns of its players.
    pub(super) fn write(&self, piece: &mut String, game: &str, players: &str) {
        let Self { number, ended_at, round, outcome, way, .. } = self;
        let (honba, from) = (cell(self.honba), cell(self.from));
        let _ = write!(piece, "{game},{number},{ended_at},{round},{honba},{outcome},{way},");
        let of_wins = |part: fn(&WinCells) -> String| {
            self.wins.iter().map(part).collect::<Vec<_>>().join(";")
        };
        let (winners, points) =
            (of_wins(|win| win.seat.to_string()), of_wins(|win| cell(win.points)));
        let (han, fu) = (of_wins(|win| cell(win.han)), of_wins(|win| cell(win.fu)));
        let (limit, specials) =
            (of_wins(|win| win.limit.to_owned()), of_wins(|win| win.specials.join(" ")));
        let _ = write!(piece, "{winners},{from},{points},{han},{fu},{limit},");
        let (riichi, tenpai) = (seats(&self.riichi), seats(&self.tenpai));
        let _ = write!(piece, "{riichi},{tenpai},{specials},{players}");
        write_four(piece, self.deltas);
        write_four(piece, self.after);
        piece.push('\n');
    }
}

fn write_four<T: Copy + Display>(piece: &mut String, numbers: Option<[T; 4]>) {
    for seat in 0..4 {
        let _ = write!(piece, ",{}", cell(numbers.map(|numbers| numbers[seat])));
    }
}

fn cell<T: Display>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn seats(seats: &[u8]) -> String {
    seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl From<&Hand> for HandLine {
    fn from(hand: &Hand) -> Self {
        let (outcome, wins) = match &hand.outcome {
            HandOutcome::Won { wins } => (feature::WON, wins.as_slice()),
            HandOutcome::Drawn => (feature::DRAWN, [].as_slice()),
            HandOutcome::Aborted => (feature::ABORTED, [].as_slice()),
        };
        Self {
            number: hand.number as usize,
            ended_at: hand.ended_at,
            outcome,
            way: wins.first().map(|win| win.way.clone()).unwrap_or_default(),
            from: wins.first().and_then(|win| win.from),
            wins: wins.iter().map(WinCells::from).collect(),
            deltas: Some(hand.deltas),
            after: Some(hand.scores_after),
            ..Self::default()
        }
    }
}

impl From<&HandWin> for WinCells {
    fn from(win: &HandWin) -> Self {
        let HandWin { seat, points, specials, .. } = win;
        Self { seat: *seat, points: Some(*points), specials: specials.clone(), ..Self::default() }
    }
}
