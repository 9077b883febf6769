"""Whoever writes needs a key: gives schemathesis a kept game, a profile and a source of its own.

Each is used until a write has gone through, and then made anew, so that every request meets the same: a game with one
hand in it, open or closed, and its version. Loaded by schemathesis; the server is named in its environment.
"""

import atexit
import json
import os
import re

import requests
import schemathesis

SERVER = os.environ["SANJIN_URL"]
OPERATOR = {"Authorization": f"Bearer {os.environ['SANJIN_OPERATOR_TOKEN']}"}

# Stands for the key until the request is sent: requests are made up ahead, and things are used up between.
PLACEHOLDER = "Bearer to-be-filled-in"
HAND = "first"
GAME_ID = re.compile(r"r[1-9][0-9]*")
VERSION = re.compile(r'"[1-9][0-9]*"')
GAMES, PROFILE, SESSIONS = "/api/games/{id}", "/api/v1/profile", "/api/v1/sessions"

ready = {}
# How often each operation that needs something of its own was done, or refused for what was asked and not for its key;
# told at the end. Some are hardly ever done by chance: four scores have to sum up.
reached = {}
CONSIDERED = (409, 422)


@atexit.register
def tell():
    with open("reached.json", "w", encoding="utf-8") as file:
        json.dump(reached, file)


def send(path, body, **headers):
    answer = requests.post(SERVER + path, json=body, headers=headers, timeout=30)
    answer.raise_for_status()
    return answer.json()


def make_game():
    made = send("/api/games", {"players": ["Koki", "Josh", "Mikey", "Jo"]})
    writer = {"Authorization": f"Bearer {made['organiser_key']}"}
    hand = {"id": HAND, "outcome": {"type": "exhaustive_draw", "tenpai": [0]}}
    told = send(f"/api/games/{made['id']}/hands", hand, **writer, **{"If-Match": '"1"'})
    return {**made, "version": told["version"]}


def make_closed_game():
    made = make_game()
    writer = {"Authorization": f"Bearer {made['organiser_key']}", "If-Match": f'"{made["version"]}"'}
    return {**made, "version": send(f"/api/games/{made['id']}/close", {"early": True}, **writer)["version"]}


def make_profile():
    return send("/api/v1/profiles", {"name": "Ana"})


def make_source():
    ready["sources"] = ready.get("sources", 0) + 1
    applied = send("/api/v1/sources/apply", {"name": f"Club {ready['sources']}", "contact": "club@example.org"})
    return send(f"/admin/ratings/sources/{applied['source']}/approve", None, **OPERATOR)


MAKERS = {"game": make_game, "closed game": make_closed_game, "profile": make_profile, "source": make_source}


def needed(operation):
    """What a request is about, and which of its keys opens it, if one is needed; nothing where nothing can be had."""
    path, is_read = operation.path, operation.method.upper() == "GET"
    if path.startswith(PROFILE) and not path.startswith("/api/v1/profiles"):
        return "profile", "key"
    if path == SESSIONS:
        return "source", "key"
    # Notes on a hand are left out: they take the token of a seat, which is told over a socket to whoever sits there, and
    # a hand played to its end. They are asked without one, and have tests of their own (server/tests/history.rs).
    if not path.startswith(GAMES) or is_read or path.endswith("/note"):
        return None
    if path.endswith("/reconcile"):
        return "game", None
    if path.endswith("/reopen"):
        return "closed game", "organiser_key"
    return "game", "organiser_key" if operation.method.upper() == "DELETE" else "recorder_key"


def current(kind):
    if kind not in ready:
        ready[kind] = MAKERS[kind]()
    return ready[kind]


@schemathesis.auth()
class Keys:
    def get(self, case, context):
        return PLACEHOLDER

    def set(self, case, data, context):
        if (needed(case.operation) or (None, None))[1] is not None:
            case.headers = {**(case.headers or {}), "Authorization": data}


@schemathesis.hook
def before_call(context, case, kwargs):
    need = needed(case.operation)
    if need is None:
        return
    thing = current(need[0])
    named, headers = case.path_parameters or {}, case.headers or {}
    # What is wrong on purpose stays wrong.
    if GAME_ID.fullmatch(str(named.get("id", ""))):
        named["id"] = thing["id"]
        if "hand" in named:
            named["hand"] = HAND
    if VERSION.fullmatch(str(headers.get("if-match", ""))):
        headers["if-match"] = f'"{thing["version"]}"'
    if headers.get("Authorization") == PLACEHOLDER:
        headers["Authorization"] = f"Bearer {thing[need[1]]}"


@schemathesis.hook
def after_call(context, case, response):
    need = needed(case.operation)
    if need is not None:
        is_reached = response.status_code < 300 or response.status_code in CONSIDERED
        reached[case.operation.label] = reached.get(case.operation.label, 0) + is_reached
    # Comparing writes nothing, and a source is approved for good.
    if need is not None and need[1] is not None and response.status_code < 300 and need[0] != "source":
        ready.pop(need[0], None)
