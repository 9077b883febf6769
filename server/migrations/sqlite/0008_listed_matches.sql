-- Whether everybody may see the game of a rated match: one of a private room is shown to those who know its code.
ALTER TABLE rating_session ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));

UPDATE rating_session SET listed = 1 WHERE game IN (SELECT room || '-' || number FROM game WHERE public);
