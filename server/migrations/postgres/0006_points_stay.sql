-- Hands played here, and how their games ended, are never changed: neither do points come from nowhere by that.
CREATE FUNCTION refuse_to_change_hands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'hands are not changed or deleted';
END $$;

CREATE TRIGGER hands_are_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON hand
FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_hands();

CREATE OR REPLACE FUNCTION check_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM score_event AS event
        WHERE event.id = new.id AND event.game = new.game AND event.hand = new.number
            AND event.delta0 = new.after0 - new.before0 AND event.delta1 = new.after1 - new.before1
            AND event.delta2 = new.after2 - new.before2 AND event.delta3 = new.after3 - new.before3
    ) THEN
        RAISE EXCEPTION 'a hand moves what its score event says';
    END IF;
    IF new.number = 1 AND (new.before0, new.before1, new.before2, new.before3) <> (0, 0, 0, 0) THEN
        RAISE EXCEPTION 'a game begins without points';
    END IF;
    IF new.number > 1 AND NOT EXISTS (
        SELECT 1 FROM hand AS last
        WHERE last.game = new.game AND last.number = new.number - 1
            AND last.after0 = new.before0 AND last.after1 = new.before1
            AND last.after2 = new.before2 AND last.after3 = new.before3
    ) THEN
        RAISE EXCEPTION 'a hand goes on from the scores of the last';
    END IF;
    IF EXISTS (SELECT 1 FROM game_end WHERE game_end.game = new.game) THEN
        RAISE EXCEPTION 'a game that is over has no more hands';
    END IF;
    RETURN new;
END $$;

-- Games that people keep have no hands of this kind; theirs may be corrected, and their ends with them.
CREATE FUNCTION check_game_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    kept BOOLEAN;
    fits BOOLEAN;
BEGIN
    IF TG_OP IN ('UPDATE', 'TRUNCATE') THEN
        RAISE EXCEPTION 'ends of games are not changed';
    END IF;
    IF TG_OP = 'DELETE' THEN
        SELECT room IS NULL INTO kept FROM game WHERE id = old.game;
        IF NOT kept THEN
            RAISE EXCEPTION 'ends of games are not deleted';
        END IF;
        RETURN old;
    END IF;
    SELECT room IS NULL INTO kept FROM game WHERE id = new.game;
    SELECT (after0, after1, after2, after3) = (new.score0, new.score1, new.score2, new.score3) INTO fits
        FROM hand WHERE hand.game = new.game ORDER BY number DESC LIMIT 1;
    IF NOT kept AND NOT coalesce(fits, (new.score0, new.score1, new.score2, new.score3) = (0, 0, 0, 0)) THEN
        RAISE EXCEPTION 'a game ends with the scores of its last hand';
    END IF;
    RETURN new;
END $$;

CREATE TRIGGER games_end_as_their_last_hand BEFORE INSERT OR UPDATE OR DELETE ON game_end
FOR EACH ROW EXECUTE FUNCTION check_game_end();

CREATE TRIGGER ends_of_games_are_not_truncated BEFORE TRUNCATE ON game_end
FOR EACH STATEMENT EXECUTE FUNCTION check_game_end();

-- Imports ask whether a game is here under another name.
CREATE INDEX game_by_code ON game (code);
