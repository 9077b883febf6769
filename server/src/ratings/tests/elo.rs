//! Tests of the ratings by Elo.

use proptest::prelude::*;

use super::super::round::{Occasion, RoundError, Score};
use super::*;

fn entrant(rating: i32, games: u32, wins: u32, points: i32) -> Entrant {
    let elo = Elo { rating, verified: rating, standing: Standing::Verified, games };
    Entrant { elo, score: Score { wins, points } }
}

fn round(occasion: Occasion, entrants: Vec<Entrant>) -> Round {
    let wins = entrants.iter().map(|entrant| entrant.score.wins).sum::<u32>();
    Round::new(occasion, wins + 1, 1, entrants).expect("it can have been played")
}

/// The change of a rating over all games before it is rounded.
fn unrounded(round: &Round, nth: usize) -> f64 {
    let entrants = round.entrants();
    let others = (0..entrants.len()).filter(|other| *other != nth);
    let pairs = others
        .map(|other| pair(round.occasion(), &entrants[nth], &entrants[other], |elo| elo.rating));
    sum(pairs.collect())
}

#[test]
fn the_round_that_was_worked_out_by_hand() {
    let wins = [(1_600, 2), (1_550, 2), (1_500, 1), (1_450, 0)];
    let round =
        round(Occasion::Open, wins.map(|(rating, wins)| entrant(rating, 0, wins, 0)).to_vec());

    for (nth, expected) in [18.72, 27.52, -11.52, -34.72].into_iter().enumerate() {
        assert!((unrounded(&round, nth) - expected).abs() < 0.005, "{nth}");
    }
    let changes = changes(&round);
    assert_eq!(changes.iter().map(|c| c.rating).collect::<Vec<_>>(), [19, 28, -12, -35]);
    assert_eq!(
        changes.iter().map(|c| c.verified).collect::<Vec<_>>(),
        changes.iter().map(|c| Some(c.rating)).collect::<Vec<_>>()
    );
}

#[test]
fn who_has_played_more_moves_less() {
    let change = |games| {
        changes(&round(Occasion::Open, vec![entrant(1_500, games, 1, 0), entrant(1_500, 0, 0, 0)]))
            [0]
    };

    let moved = [0, 29, 30, 100, 101, 5_000].map(|games| change(games).rating);

    assert_eq!(moved, [16, 16, 12, 12, 8, 8]);
}

#[test]
fn points_count_in_leagues_and_tournaments_only_and_up_to_five() {
    let change = |occasion, points| {
        let entrants = vec![entrant(1_500, 0, 1, points), entrant(1_500, 0, 0, -points)];
        changes(&round(occasion, entrants)).iter().map(|c| c.rating).collect::<Vec<_>>()
    };

    assert_eq!(change(Occasion::Open, 100), [16, -16]);
    assert_eq!(change(Occasion::League, 50), [18, -18]);
    assert_eq!(change(Occasion::Tournament, 10_000), [21, -21]);
    // Half a point is rounded away from zero, once: 16 + 0.5 and -16 - 0.5.
    assert_eq!(change(Occasion::League, 12), [16, -16]);
    assert_eq!(change(Occasion::League, 13), [17, -17]);
}

#[test]
fn the_verified_rating_needs_two_verified_players_and_looks_at_their_verified_ratings() {
    let mut players =
        vec![entrant(1_500, 0, 2, 0), entrant(1_500, 0, 1, 0), entrant(1_500, 0, 0, 0)];
    players[0].elo.verified = 1_900;
    players[2].elo.standing = Standing::Provisional;

    let both = changes(&round(Occasion::Open, players.clone()));
    players[1].elo.standing = Standing::Provisional;
    let alone = changes(&round(Occasion::Open, players));

    assert_eq!(both.iter().map(|c| c.verified).collect::<Vec<_>>(), [Some(3), Some(-3), None]);
    assert_eq!(both.iter().map(|c| c.rating).collect::<Vec<_>>(), [32, 0, -32]);
    assert_eq!(alone.iter().map(|c| c.verified).collect::<Vec<_>>(), [None; 3]);
}

#[test]
fn rounds_that_cannot_have_been_played_are_refused() {
    let two = || vec![entrant(1_500, 0, 2, 0), entrant(1_500, 0, 1, 0)];
    let new = |games, walls, entrants| Round::new(Occasion::Open, games, walls, entrants);

    assert_eq!(new(4, 0, two()), Err(RoundError::Sum { wins: 3, walls: 0, games: 4 }));
    assert_eq!(new(0, 0, two()), Err(RoundError::Games(0)));
    assert_eq!(new(4, 1, two()[..1].to_vec()), Err(RoundError::People(1)));
    assert_eq!(new(4, 1, [two(), two(), two()].concat()), Err(RoundError::People(6)));
    let rich = vec![entrant(1_500, 0, 1, i32::MIN), entrant(1_500, 0, 0, 0)];
    assert_eq!(new(1, 0, rich), Err(RoundError::Points(i32::MIN)));
    assert!(new(4, 1, two()).is_ok());
}

fn some_entrant() -> impl Strategy<Value = Entrant> {
    let standing = prop_oneof![Just(Standing::Provisional), Just(Standing::Verified)];
    (500..2_500_i32, 500..2_500_i32, standing, 0..200_u32, 0..8_u32, -900..900_i32).prop_map(
        |(rating, verified, standing, games, wins, points)| Entrant {
            elo: Elo { rating, verified, standing, games },
            score: Score { wins, points },
        },
    )
}

fn some_occasion() -> impl Strategy<Value = Occasion> {
    prop_oneof![Just(Occasion::Open), Just(Occasion::League), Just(Occasion::Tournament)]
}

proptest! {
    #[test]
    fn the_order_of_the_people_never_matters(
        occasion in some_occasion(),
        (entrants, order) in prop::collection::vec(some_entrant(), 2..=4)
            .prop_flat_map(|all| (Just(all.clone()), Just((0..all.len()).collect::<Vec<_>>()).prop_shuffle())),
    ) {
        let changed = changes(&round(occasion, entrants.clone()));
        let listed: Vec<_> = order.iter().map(|nth| entrants[*nth]).collect();
        let expected: Vec<_> = order.iter().map(|nth| changed[*nth]).collect();

        prop_assert_eq!(changes(&round(occasion, listed)), expected);
    }

    #[test]
    fn between_people_whose_games_count_the_same_nothing_is_made_or_lost(
        occasion in some_occasion(),
        mut entrants in prop::collection::vec(some_entrant(), 2..=4),
        games in 0..200_u32,
    ) {
        for entrant in &mut entrants {
            entrant.elo.games = games;
        }
        let round = round(occasion, entrants);

        let total: f64 = (0..round.entrants().len()).map(|nth| unrounded(&round, nth)).sum();
        prop_assert!(total.abs() < 1e-9);
    }
}
