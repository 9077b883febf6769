//! The codes of problems: what programs go by.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// Makes the type of a table of codes: each with its name, its status, and what it says when there is nothing more to say.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = ($name:literal, $status:ident, $title:literal),)+) => {
        /// Why a request has no other answer. Codes stay what they are.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub(super) enum Code {
            $($(#[$doc])* $code,)+
        }

        impl Code {
            /// Every code.
            pub(super) const ALL: &[Self] = &[$(Self::$code,)+];

            /// Its name, its status, and what it says when there is nothing more to say.
            pub(super) const fn about(self) -> (&'static str, StatusCode, &'static str) {
                match self {
                    $(Self::$code => ($name, StatusCode::$status, $title),)+
                }
            }
        }
    };
}

codes! {
    /// There is nothing at this path.
    NotFound = ("not_found", NOT_FOUND, "there is nothing here"),
    /// The path is there, but not for this method.
    MethodNotAllowed = ("method_not_allowed", METHOD_NOT_ALLOWED, "not by this method"),
    /// A parameter is unknown or has a value it can't have.
    BadQuery = ("bad_query", BAD_REQUEST, "a parameter is wrong"),
    /// The cursor is not one this server gave out.
    BadCursor = ("bad_cursor", BAD_REQUEST, "the cursor is not one given out here"),
    /// The name of a game is a room and a number, `12-1`, or `r17` if people kept it.
    BadGameId = ("bad_game_id", BAD_REQUEST, "a game is named by its room and number, for example 12-1, or r17 if people kept it"),
    /// There is no such game, or it is private and the code does not fit.
    GameNotFound = ("game_not_found", NOT_FOUND, "no such game"),
    /// The game has no such hand, or it is not over.
    HandNotFound = ("hand_not_found", NOT_FOUND, "no such hand, or it is not over"),
    /// The address asks too much; come back later.
    TooManyRequests = ("too_many_requests", TOO_MANY_REQUESTS, "too many requests from your address"),
    /// Too many follow the feed; come back later.
    TooManyReaders = ("too_many_readers", SERVICE_UNAVAILABLE, "too many follow the feed"),
    /// The database can't be read just now; come back later.
    StoreUnavailable = ("store_unavailable", SERVICE_UNAVAILABLE, "the database can't be read just now"),
    /// What is stored of the hand does not check.
    DamagedRecord = ("damaged_record", INTERNAL_SERVER_ERROR, "what is stored of the hand does not check"),
    /// Something that is stored can't be read; the operator has it in the log.
    Unreadable = ("unreadable", INTERNAL_SERVER_ERROR, "what is stored for this can't be read"),
    /// The body is not the JSON it should be.
    BadBody = ("bad_body", BAD_REQUEST, "the body is not what it should be"),
    /// The body is larger than any that makes sense.
    BodyTooLarge = ("body_too_large", PAYLOAD_TOO_LARGE, "the body is too large"),
    /// The body has not come in time.
    BodyTooSlow = ("body_too_slow", REQUEST_TIMEOUT, "the body has not come in time"),
    /// The body is not said to be JSON.
    UnsupportedMediaType = ("unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, "the body must be application/json"),
    /// There is no such riichi hand; the reason says why.
    IllegalHand = ("illegal_hand", UNPROCESSABLE_ENTITY, "there is no such hand"),
    /// The write does not say which version it saw.
    VersionMissing = ("version_missing", PRECONDITION_REQUIRED, "a write names the version it saw, in If-Match"),
    /// What If-Match says is no version.
    BadVersion = ("bad_version", BAD_REQUEST, "If-Match is a version in quotes"),
    /// The game has changed; the answer holds it as it is.
    VersionConflict = ("version_conflict", CONFLICT, "the game has changed since"),
    /// No key of this game, source or profile was given.
    BadKey = ("bad_key", UNAUTHORIZED, "not a key for this"),
    /// No profile has this recovery code, or it was used.
    BadRecovery = ("bad_recovery", UNAUTHORIZED, "no profile has this recovery code"),
    /// What was played online can't be changed.
    OnlineGame = ("online_game", FORBIDDEN, "what was played here can't be changed"),
    /// The game is closed.
    GameClosed = ("game_closed", FORBIDDEN, "the game is closed"),
    /// The game is not closed.
    NotClosed = ("not_closed", UNPROCESSABLE_ENTITY, "the game is not closed"),
    /// Only the organiser may do that.
    OrganiserOnly = ("organiser_only", FORBIDDEN, "only the organiser may do that"),
    /// The recorder's time to correct the hand is over.
    TooLate = ("too_late", FORBIDDEN, "the time for corrections is over"),
    /// Another hand was sent under the same id.
    HandIdTaken = ("hand_id_taken", CONFLICT, "another hand has this id"),
    /// Another game was made with the same secret.
    SecretTaken = ("secret_taken", CONFLICT, "another game was made with this secret"),
    /// A hand can't have been, or could no longer; the reason says why.
    ImpossibleHand = ("impossible_hand", UNPROCESSABLE_ENTITY, "a hand can't have been"),
    /// Nobody can play by these rules.
    BadRules = ("bad_rules", UNPROCESSABLE_ENTITY, "nobody can play by these rules"),
    /// No game can be taken up so.
    BadStart = ("bad_start", UNPROCESSABLE_ENTITY, "no game can be taken up so"),
    /// The players are not four with different names.
    BadPlayers = ("bad_players", UNPROCESSABLE_ENTITY, "four different names are needed"),
    /// No game ends with these scores.
    BadScores = ("bad_scores", UNPROCESSABLE_ENTITY, "no game ends with these scores"),
    /// The hands come to other scores.
    ScoresDiffer = ("scores_differ", UNPROCESSABLE_ENTITY, "the hands come to other scores"),
    /// The game is not over by its hands.
    NotOver = ("not_over", UNPROCESSABLE_ENTITY, "the game is not over"),
    /// A hand has still to be settled.
    UncertainHands = ("uncertain_hands", UNPROCESSABLE_ENTITY, "a hand is uncertain"),
    /// After closing a change needs a reason.
    ReasonMissing = ("reason_missing", UNPROCESSABLE_ENTITY, "a reason is needed"),
    /// There is no hand to undo.
    NothingToUndo = ("nothing_to_undo", UNPROCESSABLE_ENTITY, "there is no hand to undo"),
    /// Lines of the notes are not understood.
    BadNotes = ("bad_notes", UNPROCESSABLE_ENTITY, "some lines are not understood"),
    /// A text is too long.
    TooLong = ("too_long", UNPROCESSABLE_ENTITY, "a text is too long"),
    /// The id of a hand is not one.
    BadHandId = ("bad_hand_id", UNPROCESSABLE_ENTITY, "an id has 1 to 64 letters, digits, - or _"),
    /// The secret is not one.
    BadSecret = ("bad_secret", UNPROCESSABLE_ENTITY, "a secret has 16 to 64 letters, digits, - or _"),
    /// There is no such player.
    PlayerNotFound = ("player_not_found", NOT_FOUND, "there is no such player"),
    /// The player can't be shown; the reason says why.
    NotToBeShown = ("not_to_be_shown", CONFLICT, "the player can't be shown"),
    /// The name is none that can be shown; the detail says why.
    BadName = ("bad_name", UNPROCESSABLE_ENTITY, "nobody can have this name"),
    /// A text is empty, too long, or has several lines.
    BadText = ("bad_text", UNPROCESSABLE_ENTITY, "a text is not what it should be"),
    /// What is submitted can't have been; the detail says why.
    BadSession = ("bad_session", UNPROCESSABLE_ENTITY, "it can't have been"),
    /// Something else was submitted under the same key.
    SessionKeyTaken = ("session_key_taken", CONFLICT, "something else was submitted under this key"),
    /// The session was recorded, and deleted by the operator.
    SessionDeleted = ("session_deleted", CONFLICT, "the session was deleted"),
    /// There is no such session, or it is deleted.
    SessionNotFound = ("session_not_found", NOT_FOUND, "there is no such session"),
    /// There is no such season, or it is over.
    SeasonNotFound = ("season_not_found", NOT_FOUND, "there is no such season, or it is over"),
    /// The operator has not admitted the source to the league.
    NotAdmitted = ("not_admitted", FORBIDDEN, "the source is not admitted to the league"),
    /// Something else has this name, or too many wait.
    NameTaken = ("name_taken", CONFLICT, "the name is taken"),
    TooManyApplications = ("too_many_applications", CONFLICT, "too many applications wait for the operator"),
}

impl Code {
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
        for code in Code::ALL.iter().copied() {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
