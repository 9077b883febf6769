-- Who may submit to the seasons of a league. Whoever has before goes on.
CREATE TABLE rating_league_source (
    league BIGINT NOT NULL REFERENCES rating_league (id),
    source BIGINT NOT NULL REFERENCES rating_source (id),
    PRIMARY KEY (league, source)
);

INSERT INTO rating_league_source (league, source)
SELECT DISTINCT league, source FROM rating_session
    JOIN rating_season ON rating_season.id = rating_session.season
    JOIN rating_source ON rating_source.id = rating_session.source;
