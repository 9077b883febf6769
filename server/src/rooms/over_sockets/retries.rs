//! What can be asked again with its number, and is looked at anew.

use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage};
use protocol::ids::{ProfileKey, RequestId};
use protocol::refusal::Refusal;
use protocol::setup::Setup;
use rules::fujian::Rules;

use super::line::Line;
use super::serve;
use crate::store::fresh::Fresh;

/// The first answer was given again for as long as the connection lasted.
#[tokio::test]
async fn what_was_refused_while_the_store_could_not_be_read_is_looked_at_anew() {
    let fresh = Fresh::new();
    let (_rooms, _recorder, address) = serve(&fresh).await;
    let mut line = Line::connect(&address, Encoding::Json).await.unwrap();
    let request = RequestId(1);
    let profile = Some(ProfileKey("the key of nobody".to_owned()));
    let (name, setup) = ("Ana".parse().unwrap(), Setup::Fujian { rules: Rules::CLASSIC });
    let create = ClientMessage::Create {
        request,
        name,
        setup,
        public: true,
        tip: None,
        profile,
        token: None,
    };
    let mut asked = async || {
        line.say(&create).await.unwrap();
        line.hear::<SeatMessage>().await.unwrap()
    };
    let refused = |reason| SeatMessage::Refused { request, reason };

    fresh.edit("ALTER TABLE rating_profile RENAME TO elsewhere");
    assert_eq!(asked().await, refused(Refusal::StoreUnavailable));
    fresh.edit("ALTER TABLE elsewhere RENAME TO rating_profile");

    assert_eq!(asked().await, refused(Refusal::NoProfile));
}
