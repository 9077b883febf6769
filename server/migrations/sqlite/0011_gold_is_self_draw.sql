-- Three Golds and Robbing the Gold count as self-draw: games and players have them among theirs.
INSERT INTO found_by (feature, player, class, started_at, game)
SELECT DISTINCT 'self_draw', player, class, started_at, game FROM found_by
WHERE feature IN ('three_golds', 'robbed_gold')
ON CONFLICT DO NOTHING;

INSERT INTO tally (player, class, what, count, sum)
SELECT player, class, 'self_draw', sum(count), sum(sum) FROM tally
WHERE what IN ('three_golds', 'robbed_gold') GROUP BY player, class
ON CONFLICT (player, class, what) DO UPDATE SET
    count = tally.count + excluded.count, sum = tally.sum + excluded.sum;
