-- In games that people keep points come from nowhere no more than in those played here: such a game begins and ends with
-- four times the starting points of its rules, and a hand is written only after all before it and before all after it.
CREATE TRIGGER kept_games_begin_with_their_points BEFORE INSERT ON sheet_hand
WHEN new.number = 1 AND new.before0 + new.before1 + new.before2 + new.before3 + new.before_pot
    IS NOT (SELECT 4 * json_extract(rules, '$.starting_points') FROM game WHERE id = new.game)
BEGIN SELECT RAISE(ABORT, 'a kept game begins with its starting points'); END;

CREATE TRIGGER sheet_hands_are_written_in_order BEFORE INSERT ON sheet_hand
WHEN EXISTS (SELECT 1 FROM sheet_hand WHERE game = new.game AND number > new.number)
BEGIN SELECT RAISE(ABORT, 'the hands after a hand are written anew with it'); END;

CREATE TRIGGER kept_games_end_with_their_points BEFORE INSERT ON game_end
WHEN EXISTS (SELECT 1 FROM game WHERE id = new.game AND room IS NULL) AND new.score0 + new.score1 + new.score2 + new.score3
    IS NOT (SELECT 4 * json_extract(rules, '$.starting_points') FROM game WHERE id = new.game)
BEGIN SELECT RAISE(ABORT, 'a kept game ends with its starting points'); END;
