-- A game that people keep at a real table: all they wrote down, as JSON, and where it stands. Keys are hashes.
CREATE TABLE sheet (
    game      INTEGER PRIMARY KEY REFERENCES game (id),
    version   INTEGER NOT NULL CHECK (version >= 1),
    recorder  BLOB NOT NULL,
    organiser BLOB NOT NULL,
    secret    BLOB NOT NULL UNIQUE,
    body      TEXT NOT NULL CHECK (json_valid(body)),
    hands     INTEGER NOT NULL,
    now0      INTEGER NOT NULL,
    now1      INTEGER NOT NULL,
    now2      INTEGER NOT NULL,
    now3      INTEGER NOT NULL
) STRICT;

-- The scores around every settled hand of a sheet, with the points that lie on the table: no hand makes or destroys
-- any. When a hand is corrected, those from there on are written anew.
CREATE TABLE sheet_hand (
    game       INTEGER NOT NULL REFERENCES sheet (game),
    number     INTEGER NOT NULL CHECK (number >= 1),
    before0    INTEGER NOT NULL,
    before1    INTEGER NOT NULL,
    before2    INTEGER NOT NULL,
    before3    INTEGER NOT NULL,
    before_pot INTEGER NOT NULL,
    after0     INTEGER NOT NULL,
    after1     INTEGER NOT NULL,
    after2     INTEGER NOT NULL,
    after3     INTEGER NOT NULL,
    after_pot  INTEGER NOT NULL,
    PRIMARY KEY (game, number),
    CHECK (before0 + before1 + before2 + before3 + before_pot
        = after0 + after1 + after2 + after3 + after_pot)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER sheet_hands_go_on_from_the_last BEFORE INSERT ON sheet_hand
WHEN new.number > 1 AND NOT EXISTS (
    SELECT 1 FROM sheet_hand AS last
    WHERE last.game = new.game AND last.number = new.number - 1
        AND last.after0 = new.before0 AND last.after1 = new.before1 AND last.after2 = new.before2
        AND last.after3 = new.before3 AND last.after_pot = new.before_pot
)
BEGIN SELECT RAISE(ABORT, 'a hand goes on from the scores of the last'); END;

CREATE TRIGGER sheet_hands_are_not_changed BEFORE UPDATE ON sheet_hand
BEGIN SELECT RAISE(ABORT, 'hands of a sheet are written anew'); END;
