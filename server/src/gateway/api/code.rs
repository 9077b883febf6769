//! The codes of problems: what programs go by.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request has no other answer. Codes stay what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Code {
    /// There is nothing at this path.
    NotFound,
    /// The path is there, but not for this method.
    MethodNotAllowed,
    /// A parameter is unknown or has a value it can't have.
    BadQuery,
    /// The cursor is not one this server gave out.
    BadCursor,
    /// The name of a game is a room and a number, `12-1`, or `r17` if people kept it.
    BadGameId,
    /// There is no such game, or it is private and the code does not fit.
    GameNotFound,
    /// The game has no such hand, or it is not over.
    HandNotFound,
    /// The address asks too much; come back later.
    TooManyRequests,
    /// Too many follow the feed; come back later.
    TooManyReaders,
    /// The database can't be read just now; come back later.
    StoreUnavailable,
    /// What is stored of the hand does not check.
    DamagedRecord,
    /// The body is not the JSON it should be.
    BadBody,
    /// The body is larger than any that makes sense.
    BodyTooLarge,
    /// The body has not come in time.
    BodyTooSlow,
    /// The body is not said to be JSON.
    UnsupportedMediaType,
    /// There is no such riichi hand; the reason says why.
    IllegalHand,
    /// The write does not say which version it saw.
    VersionMissing,
    /// What If-Match says is no version.
    BadVersion,
    /// The game has changed; the answer holds it as it is.
    VersionConflict,
    /// No key of this game, source or profile was given.
    BadKey,
    /// What was played online can't be changed.
    OnlineGame,
    /// The game is closed.
    GameClosed,
    /// The game is not closed.
    NotClosed,
    /// Only the organiser may do that.
    OrganiserOnly,
    /// The recorder's time to correct the hand is over.
    TooLate,
    /// Another hand was sent under the same id.
    HandIdTaken,
    /// A hand can't have been, or could no longer; the reason says why.
    ImpossibleHand,
    /// Nobody can play by these rules.
    BadRules,
    /// No game can be taken up so.
    BadStart,
    /// The players are not four with different names.
    BadPlayers,
    /// No game ends with these scores.
    BadScores,
    /// The hands come to other scores.
    ScoresDiffer,
    /// The game is not over by its hands.
    NotOver,
    /// A hand has still to be settled.
    UncertainHands,
    /// After closing a change needs a reason.
    ReasonMissing,
    /// There is no hand to undo.
    NothingToUndo,
    /// Lines of the notes are not understood.
    BadNotes,
    /// A text is too long.
    TooLong,
    /// The id of a hand is not one.
    BadHandId,
    /// The secret is not one.
    BadSecret,
    /// There is no such player.
    PlayerNotFound,
    /// What is submitted can't have been; the detail says why.
    BadSession,
    /// Something else was submitted under the same key.
    SessionKeyTaken,
    /// The session was recorded, and deleted by the operator.
    SessionDeleted,
    /// There is no such session, or it is deleted.
    SessionNotFound,
    /// There is no such season, or it is over.
    SeasonNotFound,
    /// Something else has this name, or too many wait.
    NameTaken,
}

impl Code {
    /// Every code.
    pub(super) const ALL: [Self; 47] = [
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::BadQuery,
        Self::BadCursor,
        Self::BadGameId,
        Self::GameNotFound,
        Self::HandNotFound,
        Self::TooManyRequests,
        Self::TooManyReaders,
        Self::StoreUnavailable,
        Self::DamagedRecord,
        Self::BadBody,
        Self::BodyTooLarge,
        Self::BodyTooSlow,
        Self::UnsupportedMediaType,
        Self::IllegalHand,
        Self::VersionMissing,
        Self::BadVersion,
        Self::VersionConflict,
        Self::BadKey,
        Self::OnlineGame,
        Self::GameClosed,
        Self::NotClosed,
        Self::OrganiserOnly,
        Self::TooLate,
        Self::HandIdTaken,
        Self::ImpossibleHand,
        Self::BadRules,
        Self::BadStart,
        Self::BadPlayers,
        Self::BadScores,
        Self::ScoresDiffer,
        Self::NotOver,
        Self::UncertainHands,
        Self::ReasonMissing,
        Self::NothingToUndo,
        Self::BadNotes,
        Self::TooLong,
        Self::BadHandId,
        Self::BadSecret,
        Self::PlayerNotFound,
        Self::BadSession,
        Self::SessionKeyTaken,
        Self::SessionDeleted,
        Self::SessionNotFound,
        Self::SeasonNotFound,
        Self::NameTaken,
    ];

    /// Its name, its status, and what it says when there is nothing more to say.
    pub(super) const fn about(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::NotFound => ("not_found", StatusCode::NOT_FOUND, "there is nothing here"),
            Self::MethodNotAllowed => {
                ("method_not_allowed", StatusCode::METHOD_NOT_ALLOWED, "not by this method")
            }
            Self::BadQuery => ("bad_query", StatusCode::BAD_REQUEST, "a parameter is wrong"),
            Self::BadCursor => {
                ("bad_cursor", StatusCode::BAD_REQUEST, "the cursor is not one given out here")
            }
            Self::BadGameId => (
                "bad_game_id",
                StatusCode::BAD_REQUEST,
                "a game is named by its room and number, for example 12-1, or r17 if people kept it",
            ),
            Self::GameNotFound => ("game_not_found", StatusCode::NOT_FOUND, "no such game"),
            Self::HandNotFound => {
                ("hand_not_found", StatusCode::NOT_FOUND, "no such hand, or it is not over")
            }
            Self::TooManyRequests => (
                "too_many_requests",
                StatusCode::TOO_MANY_REQUESTS,
                "too many requests from your address",
            ),
            Self::TooManyReaders => {
                ("too_many_readers", StatusCode::SERVICE_UNAVAILABLE, "too many follow the feed")
            }
            Self::StoreUnavailable => (
                "store_unavailable",
                StatusCode::SERVICE_UNAVAILABLE,
                "the database can't be read just now",
            ),
            Self::DamagedRecord => (
                "damaged_record",
                StatusCode::INTERNAL_SERVER_ERROR,
                "what is stored of the hand does not check",
            ),
            Self::BadBody => {
                ("bad_body", StatusCode::BAD_REQUEST, "the body is not what it should be")
            }
            Self::BodyTooLarge => {
                ("body_too_large", StatusCode::PAYLOAD_TOO_LARGE, "the body is too large")
            }
            Self::BodyTooSlow => {
                ("body_too_slow", StatusCode::REQUEST_TIMEOUT, "the body has not come in time")
            }
            Self::UnsupportedMediaType => (
                "unsupported_media_type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be application/json",
            ),
            Self::IllegalHand => {
                ("illegal_hand", StatusCode::UNPROCESSABLE_ENTITY, "there is no such hand")
            }
            Self::VersionMissing => (
                "version_missing",
                StatusCode::PRECONDITION_REQUIRED,
                "a write names the version it saw, in If-Match",
            ),
            Self::BadVersion => {
                ("bad_version", StatusCode::BAD_REQUEST, "If-Match is a version in quotes")
            }
            Self::VersionConflict => {
                ("version_conflict", StatusCode::CONFLICT, "the game has changed since")
            }
            Self::BadKey => ("bad_key", StatusCode::UNAUTHORIZED, "not a key for this"),
            Self::OnlineGame => {
                ("online_game", StatusCode::FORBIDDEN, "what was played here can't be changed")
            }
            Self::GameClosed => ("game_closed", StatusCode::FORBIDDEN, "the game is closed"),
            Self::NotClosed => {
                ("not_closed", StatusCode::UNPROCESSABLE_ENTITY, "the game is not closed")
            }
            Self::OrganiserOnly => {
                ("organiser_only", StatusCode::FORBIDDEN, "only the organiser may do that")
            }
            Self::TooLate => {
                ("too_late", StatusCode::FORBIDDEN, "the time for corrections is over")
            }
            Self::HandIdTaken => {
                ("hand_id_taken", StatusCode::CONFLICT, "another hand has this id")
            }
            Self::ImpossibleHand => {
                ("impossible_hand", StatusCode::UNPROCESSABLE_ENTITY, "a hand can't have been")
            }
            Self::BadRules => {
                ("bad_rules", StatusCode::UNPROCESSABLE_ENTITY, "nobody can play by these rules")
            }
            Self::BadStart => {
                ("bad_start", StatusCode::UNPROCESSABLE_ENTITY, "no game can be taken up so")
            }
            Self::BadPlayers => {
                ("bad_players", StatusCode::UNPROCESSABLE_ENTITY, "four different names are needed")
            }
            Self::BadScores => {
                ("bad_scores", StatusCode::UNPROCESSABLE_ENTITY, "no game ends with these scores")
            }
            Self::ScoresDiffer => (
                "scores_differ",
                StatusCode::UNPROCESSABLE_ENTITY,
                "the hands come to other scores",
            ),
            Self::NotOver => ("not_over", StatusCode::UNPROCESSABLE_ENTITY, "the game is not over"),
            Self::UncertainHands => {
                ("uncertain_hands", StatusCode::UNPROCESSABLE_ENTITY, "a hand is uncertain")
            }
            Self::ReasonMissing => {
                ("reason_missing", StatusCode::UNPROCESSABLE_ENTITY, "a reason is needed")
            }
            Self::NothingToUndo => {
                ("nothing_to_undo", StatusCode::UNPROCESSABLE_ENTITY, "there is no hand to undo")
            }
            Self::BadNotes => {
                ("bad_notes", StatusCode::UNPROCESSABLE_ENTITY, "some lines are not understood")
            }
            Self::TooLong => ("too_long", StatusCode::UNPROCESSABLE_ENTITY, "a text is too long"),
            Self::BadHandId => (
                "bad_hand_id",
                StatusCode::UNPROCESSABLE_ENTITY,
                "an id has 1 to 64 letters, digits, - or _",
            ),
            Self::BadSecret => (
                "bad_secret",
                StatusCode::UNPROCESSABLE_ENTITY,
                "a secret has 16 to 64 letters, digits, - or _",
            ),
            Self::PlayerNotFound => {
                ("player_not_found", StatusCode::NOT_FOUND, "there is no such player")
            }
            Self::BadSession => {
                ("bad_session", StatusCode::UNPROCESSABLE_ENTITY, "it can't have been")
            }
            Self::SessionKeyTaken => (
                "session_key_taken",
                StatusCode::CONFLICT,
                "something else was submitted under this key",
            ),
            Self::SessionDeleted => {
                ("session_deleted", StatusCode::CONFLICT, "the session was deleted")
            }
            Self::SessionNotFound => {
                ("session_not_found", StatusCode::NOT_FOUND, "there is no such session")
            }
            Self::SeasonNotFound => (
                "season_not_found",
                StatusCode::NOT_FOUND,
                "there is no such season, or it is over",
            ),
            Self::NameTaken => ("name_taken", StatusCode::CONFLICT, "the name is taken"),
        }
    }

    pub(super) const fn name(self) -> &'static str {
        self.about().0
    }

    pub(super) const fn title(self) -> &'static str {
        self.about().2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_written_by_its_name() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
