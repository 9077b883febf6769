//! All games or hands that fit, as lines of JSON or a table: made page by page, as fast as they are read.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;

use super::hand_line::{self, HandLine};
use super::problem::{Code, Problem, ProblemBody};
use super::query::{Ask, At, GamesQuery};
use super::respond::{self, CSV, NDJSON};
use super::sheets::{Sheets, hand_of, line_of};
use super::types::{Game, Hand, Player};
use crate::gateway::addresses::{OpenExport, Visitor};
use crate::recorder::{GameFilter, GameName, GamePlace, GameRow, READ_ROWS_MAX, Recorder};

/// Games read at a time.
const PAGE: u32 = 100;

const GAME_COLUMNS: &str = "id,variant,origin,data_quality,state,room,started_at,ended_at,hands,\
    player0,player1,player2,player3,score0,score1,score2,score3\n";

/// What a spreadsheet takes for the beginning of a formula, also in the wide forms of East Asian keyboards.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// What is exported, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Export {
    GamesCsv,
    GamesNdjson,
    HandsCsv,
    HandsNdjson,
}

impl Export {
    fn of(file: &str) -> Option<Self> {
        match file {
            "games.csv" => Some(Self::GamesCsv),
            "games.ndjson" => Some(Self::GamesNdjson),
            "hands.csv" => Some(Self::HandsCsv),
            "hands.ndjson" => Some(Self::HandsNdjson),
            _ => None,
        }
    }

    const fn head(self) -> (&'static str, &'static str) {
        match self {
            Self::GamesCsv => (CSV, GAME_COLUMNS),
            Self::HandsCsv => (CSV, hand_line::COLUMNS),
            Self::GamesNdjson | Self::HandsNdjson => (NDJSON, ""),
        }
    }
}

/// Exports games or their hands
///
/// `games.csv`, `games.ndjson`, `hands.csv` or `hands.ndjson`, filtered as `/api/games` is, from `cursor` on;
/// with `limit` no more than that many games. In tables a name that a spreadsheet would take for a formula has a `'` before it.
#[utoipa::path(
    get, path = "/api/export/{file}", tag = "games",
    params(("file" = String, Path, description = "What, and how", example = "games.csv"), GamesQuery),
    responses(
        (status = 200, description = "The export", content((Object = "application/x-ndjson"), (String = "text/csv"))),
        (status = 400, description = "A parameter is wrong", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "No such file", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "Another export is on its way", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "What is stored for this can't be read", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "The database can't be read", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn export(
    State(recorder): State<Recorder>,
    State(sheets): State<Sheets>,
    At(file): At<String>,
    Ask(asked): Ask<GamesQuery>,
    visitor: Option<Extension<Arc<Visitor>>>,
) -> Result<Response, Problem> {
    let export = Export::of(&file).ok_or(Code::NotFound)?;
    let (filter, after, left) =
        (asked.filter()?, asked.after()?, asked.limit()?.unwrap_or(u32::MAX));
    let (kind, head) = export.head();
    // It reads everything there is: one at a time for an address, or others would wait behind them.
    let place = match visitor {
        Some(Extension(visitor)) => Some(visitor.begin_export().ok_or(Code::TooManyRequests)?),
        None => None,
    };
    let head = Some(head);
    let begun = Exporting { recorder, sheets, export, filter, after, left, head, _place: place };
    let pieces = stream::try_unfold(begun, async |mut exporting| {
        Ok(exporting.next().await?.map(|piece| (piece, exporting)))
    });
    let name = format!("attachment; filename=\"{file}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((StatusCode::OK, headers, respond::stream(pieces)).into_response())
}

/// An export on its way.
struct Exporting {
    recorder: Recorder,
    sheets: Sheets,
    export: Export,
    filter: GameFilter,
    after: Option<GamePlace>,
    /// How many games may still come.
    left: u32,
    head: Option<&'static str>,
    _place: Option<OpenExport>,
}

impl Exporting {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut piece = String::from(self.head.take().unwrap_or_default());
        let page = PAGE.min(self.left);
        let games = self.recorder.games(self.filter.clone(), self.after, page).await?;
        self.after = games.last().map(|game| game.place);
        let is_over = games.len() < page as usize;
        self.left = if is_over { 0 } else { self.left - page };
        for game in games {
            self.write(&mut piece, game).await?;
        }
        Ok(Some(piece.into()))
    }

    async fn write(&self, piece: &mut String, game: GameRow) -> Result<(), Problem> {
        match self.export {
            Export::GamesCsv => write_game(piece, &game.into()),
            Export::GamesNdjson => write_json(piece, &Game::from(game)),
            Export::HandsCsv | Export::HandsNdjson => self.write_hands(piece, &game).await?,
        }
        Ok(())
    }

    async fn write_hands(&self, piece: &mut String, game: &GameRow) -> Result<(), Problem> {
        let (mut after, id) = (0, game.game.to_string());
        let online = match game.game {
            GameName::Online(game) => game,
            GameName::Recorded(row) => return self.write_kept(piece, &id, row, game).await,
        };
        loop {
            let rows = self.recorder.hands(online, after, READ_ROWS_MAX).await?;
            let is_over = rows.len() < READ_ROWS_MAX as usize;
            after = rows.last().map_or(after, |row| row.event.hand);
            for hand in rows.into_iter().map(Hand::from) {
                match self.export {
                    Export::HandsNdjson => write_json(piece, &HandOfGame { game: &id, hand }),
                    Export::HandsCsv | Export::GamesCsv | Export::GamesNdjson => {
                        HandLine::from(&hand).write(piece, &id, &names(&hand.players));
                    }
                }
            }
            if is_over {
                return Ok(());
            }
        }
    }

    async fn write_kept(
        &self,
        piece: &mut String,
        id: &str,
        row: i64,
        game: &GameRow,
    ) -> Result<(), Problem> {
        if self.export == Export::HandsNdjson {
            for hand in self.sheets.all_hands(row, hand_of).await? {
                write_json(piece, &HandOfGame { game: id, hand });
            }
            return Ok(());
        }
        let players = names(&Game::from(game.clone()).players);
        for line in self.sheets.all_hands(row, line_of).await? {
            line.write(piece, id, &players);
        }
        Ok(())
    }
}

/// A hand, and which game it is of.
#[derive(Serialize)]
struct HandOfGame<'a, H> {
    game: &'a str,
    #[serde(flatten)]
    hand: H,
}

fn write_json(piece: &mut String, value: &impl Serialize) {
    piece.push_str(&serde_json::to_string(value).expect("exports can be written"));
    piece.push('\n');
}

fn write_game(piece: &mut String, game: &Game) {
    let Game { id, variant, origin, data_quality, state, room, started_at, hands, .. } = game;
    let ended_at = game.ended_at.map(|at| at.to_string()).unwrap_or_default();
    let (state, room) = (state.name(), room.as_deref().unwrap_or_default());
    let _ = write!(
        piece,
        "{id},{variant},{origin},{data_quality},{state},{room},{started_at},{ended_at},{hands},{}",
        names(&game.players)
    );
    for score in &game.scores {
        let _ = write!(piece, ",{score}");
    }
    piece.push('\n');
}

/// The four players, as four columns.
fn names(players: &[Player]) -> String {
    let name = |seat: u8| {
        let player = players.iter().find(|player| player.seat == seat);
        player.map_or(String::new(), |player| match (player.kind, &player.name) {
            ("human", Some(name)) => field(name),
            (kind, Some(name)) => field(&format!("{name} ({kind})")),
            (kind, None) => field(&format!("({kind})")),
        })
    };
    [name(0), name(1), name(2), name(3)].join(",")
}

/// Text as a field of a table: in quotes where it needs them, and never a formula.
fn field(text: &str) -> String {
    let formula = text.starts_with(FORMULA);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_break_out_of_their_field() {
        assert_eq!(field("Ana"), "Ana");
        assert_eq!(field("a,b"), "\"a,b\"");
        assert_eq!(field("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(field("two\nlines"), "\"two\nlines\"");
        for formula in ["=1+1", "+1", "-1", "@sum", "\t=1", "＝1+1"] {
            assert_eq!(field(formula), format!("'{formula}"));
        }
        assert_eq!(field("=a,\"b\""), "\"'=a,\"\"b\"\"\"");
    }
}
