-- A game that people keep at a real table: all they wrote down, as JSON, and where it stands. Keys are hashes.
CREATE TABLE sheet (
    game      BIGINT PRIMARY KEY REFERENCES game (id),
    version   BIGINT NOT NULL CHECK (version >= 1),
    recorder  BYTEA NOT NULL,
    organiser BYTEA NOT NULL,
    secret    BYTEA NOT NULL UNIQUE,
    body      JSON NOT NULL,
    hands     BIGINT NOT NULL,
    now0      BIGINT NOT NULL,
    now1      BIGINT NOT NULL,
    now2      BIGINT NOT NULL,
    now3      BIGINT NOT NULL
);

-- The scores around every settled hand of a sheet, with the points that lie on the table: no hand makes or destroys
-- any. When a hand is corrected, those from there on are written anew.
CREATE TABLE sheet_hand (
    game       BIGINT NOT NULL REFERENCES sheet (game),
    number     BIGINT NOT NULL CHECK (number >= 1),
    before0    BIGINT NOT NULL,
    before1    BIGINT NOT NULL,
    before2    BIGINT NOT NULL,
    before3    BIGINT NOT NULL,
    before_pot BIGINT NOT NULL,
    after0     BIGINT NOT NULL,
    after1     BIGINT NOT NULL,
    after2     BIGINT NOT NULL,
    after3     BIGINT NOT NULL,
    after_pot  BIGINT NOT NULL,
    PRIMARY KEY (game, number),
    CHECK (before0 + before1 + before2 + before3 + before_pot
        = after0 + after1 + after2 + after3 + after_pot)
);

CREATE FUNCTION check_sheet_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF new.number > 1 AND NOT EXISTS (
        SELECT 1 FROM sheet_hand AS last
        WHERE last.game = new.game AND last.number = new.number - 1
            AND last.after0 = new.before0 AND last.after1 = new.before1 AND last.after2 = new.before2
            AND last.after3 = new.before3 AND last.after_pot = new.before_pot
    ) THEN
        RAISE EXCEPTION 'a hand goes on from the scores of the last';
    END IF;
    RETURN new;
END $$;

CREATE TRIGGER sheet_hands_add_up BEFORE INSERT OR UPDATE ON sheet_hand
FOR EACH ROW EXECUTE FUNCTION check_sheet_hand();
