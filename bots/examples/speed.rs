//! speed
use bots::*;
use rules::fujian::*;
use rules::seat::*;
fn main() {
    let t = std::time::Instant::now();
    rules::shape::warm_up();
    println!("tables {:?}", t.elapsed());
    let t = std::time::Instant::now();
    println!("{}", rules::shape::rebuild_tables());
    println!("tables {:?}", t.elapsed());
    let n = std::env::args().nth(1).map_or(200000, |a| a.parse().unwrap());
    for rules in [Rules::CLASSIC, Rules::FULL] {
        let t = std::time::Instant::now();
        let mut table = Table::new(rules, Seat::S0).unwrap();
        let mut b = BySeat::from_fn(|s| Random::new(s.index() as u64));
        let mut sh = selfplay::Shuffler::new(1);
        let mut ev = 0u64;
        for _ in 0..n {
            selfplay::play_hand(&mut table, &mut b, &mut sh, |_, _| ev += 1);
        }
        let e = t.elapsed().as_secs_f64();
        println!("random {:.0} hands/s {:.1} events", n as f64 / e, ev as f64 / n as f64);
        let t = std::time::Instant::now();
        let mut table = Table::new(rules, Seat::S0).unwrap();
        let mut b = BySeat::from_fn(|_| Greedy);
        let mut ev = 0u64;
        let mut won = 0;
        for _ in 0..n {
            selfplay::play_hand(&mut table, &mut b, &mut sh, |_, e| {
                ev += 1;
                if matches!(e, Event::HandWon { .. }) {
                    won += 1
                }
            });
        }
        let e = t.elapsed().as_secs_f64();
        println!(
            "greedy {:.0} hands/s {:.1} events, won {:.3}",
            n as f64 / e,
            ev as f64 / n as f64,
            won as f64 / n as f64
        );
    }
}
