-- Hands played here, and how their games ended, are never changed: neither do points come from nowhere by that.
CREATE TRIGGER hands_are_not_changed BEFORE UPDATE ON hand
BEGIN SELECT RAISE(ABORT, 'hands are not changed'); END;

CREATE TRIGGER hands_are_not_deleted BEFORE DELETE ON hand
BEGIN SELECT RAISE(ABORT, 'hands are not deleted'); END;

CREATE TRIGGER games_begin_without_points BEFORE INSERT ON hand
WHEN new.number = 1 AND (new.before0 <> 0 OR new.before1 <> 0 OR new.before2 <> 0 OR new.before3 <> 0)
BEGIN SELECT RAISE(ABORT, 'a game begins without points'); END;

CREATE TRIGGER games_that_are_over_have_no_more_hands BEFORE INSERT ON hand
WHEN EXISTS (SELECT 1 FROM game_end WHERE game = new.game)
BEGIN SELECT RAISE(ABORT, 'a game that is over has no more hands'); END;

-- Games that people keep have no hands of this kind; theirs may be corrected, and their ends with them.
CREATE TRIGGER games_end_as_their_last_hand BEFORE INSERT ON game_end
WHEN EXISTS (SELECT 1 FROM game WHERE id = new.game AND room IS NOT NULL) AND NOT ifnull(
    (SELECT after0 = new.score0 AND after1 = new.score1 AND after2 = new.score2 AND after3 = new.score3
        FROM hand WHERE game = new.game ORDER BY number DESC LIMIT 1),
    new.score0 = 0 AND new.score1 = 0 AND new.score2 = 0 AND new.score3 = 0
)
BEGIN SELECT RAISE(ABORT, 'a game ends with the scores of its last hand'); END;

CREATE TRIGGER ends_of_games_are_not_changed BEFORE UPDATE ON game_end
BEGIN SELECT RAISE(ABORT, 'ends of games are not changed'); END;

CREATE TRIGGER ends_of_games_played_here_are_not_deleted BEFORE DELETE ON game_end
WHEN EXISTS (SELECT 1 FROM game WHERE id = old.game AND room IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'ends of games are not deleted'); END;

-- To replace a row is to delete it without asking the triggers for that.
CREATE TRIGGER score_events_are_not_replaced BEFORE INSERT ON score_event
WHEN EXISTS (SELECT 1 FROM score_event WHERE id = new.id)
BEGIN SELECT RAISE(ABORT, 'score events are not changed'); END;

CREATE TRIGGER hands_are_not_replaced BEFORE INSERT ON hand
WHEN EXISTS (SELECT 1 FROM hand WHERE id = new.id OR game = new.game AND number = new.number)
BEGIN SELECT RAISE(ABORT, 'hands are not changed'); END;

CREATE TRIGGER ends_of_games_are_not_replaced BEFORE INSERT ON game_end
WHEN EXISTS (SELECT 1 FROM game_end WHERE game = new.game)
BEGIN SELECT RAISE(ABORT, 'ends of games are not changed'); END;

-- Imports ask whether a game is here under another name.
CREATE INDEX game_by_code ON game (code);
