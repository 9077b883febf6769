-- How an e-mail names somebody: openly, as private, or as who stands in where the open one is hidden. Whether they are
-- shown is another matter, and may change.
ALTER TABLE rating_player ADD COLUMN named TEXT CHECK (named IN ('open', 'private', 'stand_in'));

UPDATE rating_player SET named = 'open' WHERE email IS NOT NULL AND hidden = 0;
-- Who was hidden later was open before, unless another has become so since.
UPDATE rating_player SET named = 'open'
WHERE email IS NOT NULL AND hidden = 1
    AND EXISTS (SELECT 1 FROM rating_audit WHERE what = 'player' AND about = rating_player.id AND change LIKE '%"hidden":true%')
    AND NOT EXISTS (SELECT 1 FROM rating_player AS other WHERE other.email = rating_player.email AND other.hidden = 0);
UPDATE rating_player SET named = 'private' WHERE email IS NOT NULL AND named IS NULL;

DROP INDEX rating_player_by_email;
CREATE UNIQUE INDEX rating_player_by_email ON rating_player (email, named) WHERE email IS NOT NULL;
