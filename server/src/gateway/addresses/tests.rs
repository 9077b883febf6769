//! What addresses may have and how fast, without a network.

use super::*;
use crate::config::Settings;

fn addresses(change: impl FnOnce(&mut Config)) -> Addresses {
    let mut config = Settings::default().resolve();
    change(&mut config);
    Addresses::new(&config)
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn ratings_have_a_pace_of_their_own() {
    let (addresses, now) = (addresses(|_| ()), Instant::now());
    let visitor = addresses.enter(ip("192.0.2.1"), now, |_| true).unwrap();

    assert_eq!((0..400).filter(|_| visitor.may_ask_ratings(now)).count(), 60);
    assert!(visitor.may_ask_ratings(now + Duration::from_secs(1)));
}

#[test]
fn an_address_has_so_many_connections_and_another_has_its_own() {
    let (addresses, now) =
        (addresses(|config| config.connections_per_address_max = 2), Instant::now());
    let enter = |text| addresses.enter(ip(text), now, |_| true);

    let (first, _second) = (enter("10.0.0.1").unwrap(), enter("10.0.0.1").unwrap());
    assert_eq!(enter("10.0.0.1").unwrap_err(), TurnedAway::AddressFull);
    assert!(enter("10.0.0.2").is_ok());

    drop(first);
    assert!(enter("::ffff:10.0.0.1").is_ok());
}

/// Browsers keep up to six plain connections each: a table at home, or a club, must not run out by them.
#[test]
fn sockets_are_counted_apart_from_the_connections_a_page_keeps_open() {
    let (addresses, now) = (addresses(|config| config.sockets_per_address_max = 1), Instant::now());
    let visitors = [(); 30].map(|()| addresses.enter(ip("10.0.0.1"), now, |_| true).unwrap());

    let first = visitors[0].open_socket().unwrap();
    assert_eq!(visitors[1].open_socket().unwrap_err(), TurnedAway::AddressFull);

    drop(first);
    assert!(visitors[1].open_socket().is_ok());
}

#[test]
fn neighbours_in_a_64_are_one_address() {
    let (addresses, now) =
        (addresses(|config| config.connections_per_address_max = 1), Instant::now());

    let _first = addresses.enter(ip("2001:db8::1"), now, |_| true).unwrap();

    assert!(addresses.enter(ip("2001:db8::2"), now, |_| true).is_err());
    assert!(addresses.enter(ip("2001:db8:0:1::1"), now, |_| true).is_ok());
}

#[test]
fn rooms_that_have_closed_do_not_count() {
    let addresses = addresses(|config| config.rooms_per_address_max = 1);
    let visitor = addresses.enter(ip("10.0.0.1"), Instant::now(), |_| true).unwrap();
    visitor.opened("K7Q2XM".parse().unwrap());

    assert!(!visitor.may_open(|_| true));
    assert!(visitor.may_open(|_| false));
}

#[test]
fn addresses_that_ask_nothing_any_more_are_forgotten() {
    let (addresses, start) = (addresses(|_| ()), Instant::now());
    let later = start + Duration::from_secs(3_600);
    for number in 0..FORGET_FROM as u32 {
        addresses.enter(IpAddr::V4(number.into()), start, |_| true).unwrap();
    }

    let stays = addresses.enter(ip("10.9.9.9"), later, |_| true).unwrap();

    assert_eq!(lock(&addresses.known).by_address.len(), 1);
    drop(stays);
}

#[test]
fn when_all_places_were_taken_those_that_become_free_are_found() {
    let (addresses, start) = (addresses(|_| ()), Instant::now());
    let later = start + Duration::from_secs(3_600);
    let enter =
        |number: usize, now| addresses.enter(IpAddr::V4((number as u32).into()), now, |_| true);
    let all: Vec<_> = (0..ADDRESSES_MAX).map(|number| enter(number, start).unwrap()).collect();
    assert_eq!(enter(ADDRESSES_MAX, later).unwrap_err(), TurnedAway::Full);

    drop(all);
    let much_later = later + Duration::from_secs(3_600);

    assert!(enter(ADDRESSES_MAX, much_later).is_ok());
    assert_eq!(lock(&addresses.known).by_address.len(), 1);
}
