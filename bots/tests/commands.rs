//! `sanjin-bot` as people call it: bots and a watcher at a real server's table.

use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bots::client::{Link, Seated};
use bots::{Bot as _, Medium, Told};
use protocol::client::HostOrder;
use protocol::codec::Encoding;
use protocol::fujian::{ClientMessage, SeatMessage};
use protocol::ids::{RequestId, Seq};
use protocol::room::{BotLevel, Occupant};
use protocol::setup::Setup;
use rules::fujian::Rules;

/// Everybody here plays without a pause, and from one address: on a fast machine faster than people may.
const NO_PACE: [&str; 2] = ["--messages-per-second=0", "--address-messages-per-second=0"];

/// Longer than any of this takes.
const PATIENCE: Duration = Duration::from_secs(20);

fn is_human(occupant: &Occupant) -> bool {
    matches!(occupant, Occupant::Human { .. })
}

fn sanjin_bot(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanjin-bot"));
    command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Starts it; what it says is read on while it runs.
fn start(words: &[&str]) -> JoinHandle<Output> {
    let child = sanjin_bot(words).spawn().unwrap();
    thread::spawn(|| child.wait_with_output().unwrap())
}

/// A server with a database of its own; both are gone when it is dropped.
struct Server {
    process: Child,
    url: String,
    folder: PathBuf,
}

impl Server {
    fn start(test: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (process, address) = Self::serve(&folder, "127.0.0.1:0");
        Self { process, url: format!("ws://{address}/ws"), folder }
    }

    /// Kills it, as a power cut would.
    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Starts it again where it was.
    fn restart(&mut self) {
        let address = self.url.split('/').nth(2).unwrap();
        (self.process, _) = Self::serve(&self.folder, address);
    }

    /// A server that listens, and where.
    fn serve(folder: &Path, address: &str) -> (Child, String) {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_sanjin-bot")).with_file_name("sanjin");
        if !program.exists() {
            let mut build = Command::new(env!("CARGO"));
            assert!(build.args(["build", "--package", "server"]).status().unwrap().success());
        }
        let database = format!("sqlite:{}", folder.join("sanjin.sqlite").display());
        let mut process = Command::new(program)
            .args(["serve", "--listen", address, "--log", "error", "--database", &database])
            .args(NO_PACE)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        (process, address.expect("it says where it listens").to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The host of a room, who plays as a medium bot would.
struct Host {
    link: Link<SeatMessage>,
    seated: Seated,
    requests: u32,
    /// Asked for, and not answered yet.
    pending: Option<RequestId>,
    /// Nothing is to be done before this step was heard.
    act_from: Seq,
}

impl Host {
    async fn open(url: &str, rules: Rules) -> Self {
        let mut link = Link::open(url, Encoding::MessagePack).await.unwrap();
        let (request, name) = (RequestId(1), "Ann".parse().unwrap());
        let setup = Setup::Fujian { rules };
        let create = ClientMessage::Create {
            request,
            name,
            setup,
            public: false,
            tip: None,
            profile: None,
            token: None,
        };
        link.send(&create).await.unwrap();
        let seated = match link.receive().await.unwrap().message {
            SeatMessage::Seated { code, seat, token, .. } => Seated::new(code, seat, token),
            other => panic!("not seated: {other:?}"),
        };
        Self { link, seated, requests: 1, pending: None, act_from: Seq(0) }
    }

    async fn ask(&mut self, message: impl FnOnce(RequestId) -> ClientMessage) {
        self.requests += 1;
        let request = RequestId(self.requests);
        self.pending = Some(request);
        self.link.send(&message(request)).await.unwrap();
    }

    async fn hear(&mut self) {
        let message = self.link.receive().await.unwrap().message;
        self.seated.hear(&message).unwrap();
        match message {
            SeatMessage::Accepted { request, seq } if self.pending == Some(request) => {
                (self.pending, self.act_from) = (None, seq);
            }
            SeatMessage::Refused { reason, .. } => panic!("refused: {}", reason.code()),
            _ => {}
        }
    }

    /// Hears what happens until so many seats are taken in this way.
    async fn wait_for(&mut self, count: usize, is_so: impl Fn(&Occupant) -> bool) {
        let hearing = async {
            loop {
                let room = self.seated.room.as_ref();
                let seats = room.map(|room| room.seats.iter().filter(|seat| is_so(seat)).count());
                if seats == Some(count) {
                    return;
                }
                self.hear().await;
            }
        };
        tokio::time::timeout(PATIENCE, hearing).await.expect("it never comes to that");
    }

    /// Begins, once all seats are taken.
    async fn start(&mut self) {
        self.wait_for(4, is_human).await;
        self.ask(|request| ClientMessage::Host { request, order: HostOrder::Start {} }).await;
    }

    /// Begins once all seats are taken, and plays until the match is over.
    async fn play(mut self) -> Seated {
        self.start().await;
        while !self.seated.is_over() {
            let view = self.seated.view.as_ref().filter(|view| view.prompt.is_some());
            let may_act = self.pending.is_none() && self.seated.seq >= self.act_from;
            if let (Some(view), true) = (view, may_act) {
                let action = Medium.choose(&Told::new(view).unwrap().sight()).into();
                let act = |request| ClientMessage::Act { request, action, last_seq: None };
                self.ask(act).await;
            }
            self.hear().await;
        }
        self.seated
    }
}

#[tokio::test]
async fn three_bots_play_a_match_by_command_while_another_watches_it() {
    let server = Server::start("commands");
    let rules = Rules { hands: 1, turn_seconds: None, call_seconds: None, ..Rules::FULL };
    let host = Host::open(&server.url, rules).await;
    let code = host.seated.code.to_string();
    let at = ["--url", &server.url, "--code", &code];

    let watching = start(&[&["watch", "--until-over", "--colour", "true"][..], &at[..]].concat());
    let words = ["play", "--level", "medium", "--count", "3", "--pace-ms", "0"];
    let playing = start(&[&words[..], &at[..]].concat());
    let seated = host.play().await;
    let (played, watched) = (playing.join().unwrap(), watching.join().unwrap());

    assert!(played.status.success(), "{}", text(&played.stderr));
    let (played, scores) = (text(&played.stdout), seated.view.unwrap().table.scores);
    assert_eq!(played.matches("the match is over").count(), 3, "{played}");
    for seat in rules::seat::Seat::ALL.into_iter().filter(|seat| *seat != seated.seat) {
        assert!(played.contains(&format!("{:+} points", scores[seat])), "{scores:?} {played}");
    }
    assert!(watched.status.success(), "{}", text(&watched.stderr));
    let watched = text(&watched.stdout);
    let last = watched.rsplit("room ").next().unwrap();
    assert!(last.contains(&code) && last.contains("the match is over"), "{last}");
    // Tiles in colours, and at the end everybody's.
    assert!(last.contains("tiles in the wall") && last.contains("\x1b[36m"), "{last}");
    assert!(!last.contains('▒'), "{last}");
}

/// Bots that found a seat kept it when the last of them found none, and the room could not fill any more.
#[tokio::test]
async fn bots_that_are_too_many_give_their_seats_back() {
    let server = Server::start("too-many");
    let mut host = Host::open(&server.url, Rules::FULL).await;
    let code = host.seated.code.to_string();

    let words = ["play", "--count", "4", "--url", &server.url, "--code", &code];
    let done = start(&words).join().unwrap();

    assert!(!done.status.success());
    let (said, error) = (text(&done.stdout), text(&done.stderr));
    assert!(error.contains("room_full") && error.contains("bring fewer bots"), "{error}");
    assert_eq!(said.matches("which is free again").count(), 3, "{said}");
    host.wait_for(4, is_human).await;
    host.wait_for(3, |seat| matches!(seat, Occupant::Empty {})).await;
}

/// Starts bots, has `host` wait for what comes of them, and tells them to stop.
async fn stopped(server: &Server, host: &mut Host, count: usize) -> Output {
    let (code, count) = (host.seated.code.to_string(), count.to_string());
    let words = ["play", "--count", &count, "--url", &server.url, "--code", &code];
    let child = sanjin_bot(&words).spawn().unwrap();
    let id = child.id().to_string();
    let playing = thread::spawn(|| child.wait_with_output().unwrap());
    let count: usize = count.parse().unwrap();
    host.wait_for(count + 1, is_human).await;
    if count == 3 {
        host.start().await;
        while host.seated.view.is_none() {
            host.hear().await;
        }
    }
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    playing.join().unwrap()
}

#[tokio::test]
async fn bots_that_are_stopped_leave_a_room_that_waits() {
    let server = Server::start("stopped-waiting");
    let mut host = Host::open(&server.url, Rules::FULL).await;

    let done = stopped(&server, &mut host, 2).await;

    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout).matches("which is free again").count(), 2);
    host.wait_for(3, |seat| matches!(seat, Occupant::Empty {})).await;
}

#[tokio::test]
async fn bots_that_are_stopped_in_a_match_have_others_play_on_for_them() {
    let server = Server::start("stopped-playing");
    let mut host = Host::open(&server.url, Rules::FULL).await;

    let done = stopped(&server, &mut host, 3).await;

    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout).matches("where a medium bot of the server").count(), 3);
    host.wait_for(3, |seat| matches!(seat, Occupant::Bot { level: BotLevel::Medium })).await;
}

/// A command that runs, and its lines as it says them.
struct Running {
    process: Child,
    lines: mpsc::Receiver<String>,
}

impl Running {
    fn start(words: &[&str]) -> Self {
        let mut process = sanjin_bot(words).spawn().unwrap();
        let (say, lines) = mpsc::channel();
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(process.stdout.take().unwrap()), Box::new(process.stderr.take().unwrap())];
        for stream in streams {
            let say = say.clone();
            thread::spawn(move || {
                let lines = BufReader::new(stream).lines().map_while(Result::ok);
                lines.for_each(|line| drop(say.send(line)));
            });
        }
        Self { process, lines }
    }

    /// Waits for a line with this in it; gives how many with it came before one that has `end` in it.
    fn count_until(&self, said: &str, end: &str) -> usize {
        let mut count = 0;
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("it never says so");
            count += usize::from(line.contains(said));
            if line.contains(end) {
                return count;
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn who_plays_or_watches_says_that_the_server_is_gone_and_that_it_is_back() {
    let mut server = Server::start("gone");
    let mut host = Host::open(&server.url, Rules::FULL).await;
    let code = host.seated.code.to_string();
    let url = server.url.clone();
    let watching = Running::start(&["watch", "--url", &url, "--code", &code]);
    let playing = Running::start(&["play", "--url", &url, "--code", &code]);
    host.wait_for(2, is_human).await;
    // The host may hear of a bot before the bot itself does, and one that has no seat yet gives up.
    playing.count_until("", "sits at seat");
    watching.count_until("", "hard bot 1");

    server.kill();
    let (lost, back) = ("the connection is lost, trying again", "the connection is back");
    let gone = [&watching, &playing].map(|running| running.count_until(lost, lost));
    server.restart();

    assert_eq!(gone, [1, 1]);
    assert_eq!([&watching, &playing].map(|running| running.count_until(lost, back)), [0, 0]);
}

#[test]
fn who_finds_no_room_says_so_and_fails() {
    let server = Server::start("no-room");

    for command in ["play", "watch"] {
        let words = [command, "--url", &server.url, "--code", "K7Q2XM"];
        let done = start(&words).join().unwrap();

        assert!(!done.status.success(), "{command}");
        assert!(text(&done.stderr).contains("no_room"), "{}", text(&done.stderr));
    }
}
