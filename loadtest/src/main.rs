//! Load tests over real sockets. Not built yet: there is no server to load.

fn main() {
    eprintln!("loadtest: there is no game server to load yet");
    std::process::exit(2);
}
