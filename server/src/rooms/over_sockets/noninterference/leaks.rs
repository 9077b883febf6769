//! Leaks planted on purpose: each must be found, or the comparison proves nothing.

use super::*;
use crate::room::{Leak, leak};

/// Where a leak has to be found.
fn shows_in(leak: Leak) -> &'static [&'static str] {
    match leak {
        Leak::Table => &["json", "msgpack", "late"],
        Leak::View => &["seat", "anew"],
        Leak::Past => &["json", "msgpack", "late", "back"],
        Leak::Step => &["json", "msgpack", "late", "back", "seat", "resumed"],
        Leak::Standing => &["/api/rooms"],
        Leak::Refusal => &["resumed"],
        Leak::Log => &[LOG],
        Leak::Clock => unreachable!("nothing here has a clock"),
    }
}

#[tokio::test]
async fn every_planted_leak_is_found_where_it_is() {
    let audience = Some(Seat::S1);
    let pair = Pair::find(Rules::CLASSIC, audience);
    let [one, other] = pair.walls.clone();

    for planted in Leak::ALL {
        leak(planted);
        let first = play(&pair, one.clone()).await;
        let found = differences(audience, &first, &play(&pair, other.clone()).await);

        for place in shows_in(planted) {
            let names = |line: &String| line.contains(&format!("(\"{place}\""));
            assert!(found.iter().any(names), "{planted:?} is not found in {place}: {found:?}");
        }
    }
}
