//! Any bytes as the message of a client, in both encodings: read or refused, and what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::client;
use protocol::codec::Encoding;
use protocol::fujian::ClientMessage;
use serde::de::IgnoredAny;

/// A message whose action is left for the room to read, as a session has it.
type Envelope = client::ClientMessage<IgnoredAny>;

fuzz_target!(|bytes: &[u8]| {
    for encoding in Encoding::ALL {
        let envelope = encoding.decode_from_client::<Envelope>(bytes);
        let Ok(message) = encoding.decode_from_client::<ClientMessage>(bytes) else { continue };
        let envelope = envelope.expect("whatever a room reads has passed its session");
        assert_eq!(envelope.request(), message.request());
        for other in Encoding::ALL {
            let written = other.encode(&message);
            let read: ClientMessage = other.decode(&written).expect("what is written is read");
            assert_eq!(read, message);
        }
    }
});
