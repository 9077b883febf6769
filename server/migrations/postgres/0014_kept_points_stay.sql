-- In games that people keep points come from nowhere no more than in those played here: such a game begins and ends with
-- four times the starting points of its rules, and a hand is written only after all before it and before all after it.
CREATE FUNCTION check_kept_points() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    points BIGINT;
    room BIGINT;
BEGIN
    SELECT 4 * (game.rules ->> 'starting_points')::bigint, game.room INTO points, room FROM game WHERE game.id = new.game;
    IF TG_TABLE_NAME = 'game_end' THEN
        IF room IS NULL AND new.score0 + new.score1 + new.score2 + new.score3 IS DISTINCT FROM points THEN
            RAISE EXCEPTION 'a kept game ends with its starting points';
        END IF;
        RETURN new;
    END IF;
    IF new.number = 1
        AND new.before0 + new.before1 + new.before2 + new.before3 + new.before_pot IS DISTINCT FROM points
    THEN
        RAISE EXCEPTION 'a kept game begins with its starting points';
    END IF;
    IF EXISTS (SELECT 1 FROM sheet_hand AS later WHERE later.game = new.game AND later.number > new.number) THEN
        RAISE EXCEPTION 'the hands after a hand are written anew with it';
    END IF;
    RETURN new;
END $$;

CREATE TRIGGER kept_games_begin_with_their_points BEFORE INSERT ON sheet_hand
FOR EACH ROW EXECUTE FUNCTION check_kept_points();

CREATE TRIGGER kept_games_end_with_their_points BEFORE INSERT ON game_end
FOR EACH ROW EXECUTE FUNCTION check_kept_points();
