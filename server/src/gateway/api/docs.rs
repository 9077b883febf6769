//! The description of the API: the OpenAPI document, and a page that shows it.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, ContentBuilder, ResponseBuilder};
use utoipa::{Modify, OpenApi, ToSchema};

use super::problem::{Code, Problem, ProblemBody};
use super::query::At;
use super::respond::{document, json};
use super::sheets::{live, reads, writes};
use super::{
    annotations, export, feed, games, players, rare, ratings, replay, riichi, rooms, yaku,
};

/// The document, made from the handlers themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sanjin",
        description = "Games of Fujian mahjong as they were played: history, replays, statistics, and a feed; \
            riichi games kept by people at a real table, and a calculator of riichi scores. Only a kept game can be changed, \
            with its key. Errors are application/problem+json; go by their code.",
    ),
    paths(
        rooms::list,
        games::list,
        games::show,
        games::hands,
        games::record,
        annotations::annotate,
        replay::replay,
        export::export,
        players::stats,
        players::own_stats,
        rare::list,
        rare::own,
        feed::follow,
        riichi::score,
        yaku::yaku,
        writes::create,
        writes::amend,
        writes::delete,
        writes::record,
        writes::replace,
        writes::remove,
        writes::undo,
        writes::riichi,
        writes::notes,
        writes::close,
        writes::reopen,
        reads::reconcile,
        reads::audit,
        live::follow,
        ratings::reads::player,
        ratings::reads::history,
        ratings::reads::search,
        ratings::reads::leaderboard,
        ratings::reads::risers,
        ratings::reads::sources,
        ratings::writes::apply,
        ratings::writes::submit,
        ratings::reads::own_history,
        ratings::profiles::create,
        ratings::profiles::recover,
        ratings::profiles::show,
        ratings::profiles::amend,
        ratings::profiles::delete,
        ratings::leagues::list,
        ratings::leagues::season,
    ),
    modifiers(&Everywhere),
    tags(
        (name = "rooms", description = "Rooms that are open to be watched"),
        (name = "games", description = "Games and their hands, once these are over"),
        (name = "players", description = "What is known of a player"),
        (name = "feed", description = "Hands as they end"),
        (name = "riichi", description = "What riichi hands are worth"),
        (name = "sheets", description = "Riichi games that people keep"),
        (name = "profiles", description = "One's own player, by a key the browser keeps"),
        (name = "leagues", description = "Leagues and their seasons"),
        (name = "ratings", description = "How good players are, round by round, and who says so"),
    )
)]
struct Description;

/// What every request may be answered with.
struct Everywhere;

impl Modify for Everywhere {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let paths = document.paths.paths.iter_mut();
        let operations = paths.flat_map(|(path, item)| {
            let all =
                [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
            all.into_iter().flatten().map(move |operation| (path.as_str(), operation))
        });
        for (path, operation) in operations {
            let answers = &mut operation.responses.responses;
            answers.insert("429".to_owned(), problem("Too many requests from your address"));
            answers.insert("408".to_owned(), problem("The body has not come in time"));
            if path.starts_with("/api/games") {
                answers.insert("500".to_owned(), problem("What is stored does not check"));
            }
        }
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("key", SecurityScheme::Http(bearer));
    }
}

fn problem(description: &str) -> openapi::RefOr<openapi::Response> {
    let body = openapi::Ref::from_schema_name(ProblemBody::name());
    let content = ContentBuilder::new().schema(Some(body)).build();
    let answer = ResponseBuilder::new().description(description);
    answer.content("application/problem+json", content).build().into()
}

const PAGE: &str = include_str!("docs/index.html");
const SCRIPT: &str = include_str!("docs/docs.js");
const STYLE: &str = include_str!("docs/docs.css");

/// The OpenAPI document.
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    json(&headers, &Description::openapi())
}

/// The page that shows it.
pub(super) async fn page(headers: HeaderMap) -> Response {
    let codes = Code::ALL.iter().map(|code| {
        let (name, title) = (code.name(), code.title());
        format!("<tr id=\"{name}\"><td><code>{name}</code></td><td>{title}</td></tr>")
    });
    let page = PAGE.replace("<!-- codes -->", &codes.collect::<String>());
    document(&headers, "text/html; charset=utf-8", page.into())
}

/// What the page needs.
pub(super) async fn file(At(file): At<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let (kind, text) = match file.as_str() {
        "docs.js" => ("text/javascript; charset=utf-8", SCRIPT),
        "docs.css" => ("text/css; charset=utf-8", STYLE),
        _ => return Err(Code::NotFound.into()),
    };
    Ok(document(&headers, kind, Bytes::from_static(text.as_bytes())))
}
