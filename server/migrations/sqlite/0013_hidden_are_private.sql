-- Whom the plain e-mail names is always shown: who is hidden is the private player of their e-mail, or nothing names them
-- any more where somebody else is. Nothing names who stood in for somebody hidden; they stay hidden.
ALTER TABLE rating_player RENAME COLUMN named TO was_named;
ALTER TABLE rating_player ADD COLUMN named TEXT CHECK (named = CASE hidden WHEN 0 THEN 'open' ELSE 'private' END);

UPDATE rating_player SET named = was_named
WHERE was_named = CASE hidden WHEN 0 THEN 'open' ELSE 'private' END;
UPDATE rating_player SET named = 'private'
WHERE hidden = 1 AND was_named = 'open'
    AND NOT EXISTS (SELECT 1 FROM rating_player AS other WHERE other.email = rating_player.email AND other.named = 'private');

DROP INDEX rating_player_by_email;
ALTER TABLE rating_player DROP COLUMN was_named;
CREATE UNIQUE INDEX rating_player_by_email ON rating_player (email, named) WHERE email IS NOT NULL;
