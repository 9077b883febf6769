//! A real server that a benchmark asks over a real socket.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::Instant,
};

use serde_json::{Value, json};

/// Requests of each kind.
const REQUESTS: usize = 1_000;

/// Prints what the columns of [`measure`] are.
pub(crate) fn print_heads() {
    eprintln!("{:<44} {:>9} {:>9} {:>9} {:>8}", "", "p50 ms", "p99 ms", "max ms", "bytes");
}

/// Does something many times, and prints how long it took and how many bytes came back: for people to stderr, and a
/// line of JSON to stdout.
pub(crate) fn measure(name: &str, once: impl FnMut(usize) -> usize) {
    measure_times(name, REQUESTS, once);
}

/// The same, so many times.
pub(crate) fn measure_times(name: &str, times: usize, mut once: impl FnMut(usize) -> usize) {
    let mut millis = Vec::with_capacity(times);
    let mut bytes = 0;
    for number in 0..times {
        let began = Instant::now();
        bytes += once(number);
        millis.push(began.elapsed().as_secs_f64() * 1e3);
    }
    millis.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| millis[((times as f64 * share) as usize).min(times - 1)];
    let mean = bytes / times;
    eprintln!("{name:<44} {:>9.2} {:>9.2} {:>9.2} {mean:>8}", at(0.5), at(0.99), at(1.0));
    let figure = json!({ "p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1.0), "bytes": mean });
    println!("{}", json!({ name: figure }));
}

/// A running server, and a connection to it.
pub(crate) struct Server {
    process: Child,
    socket: BufReader<TcpStream>,
}

impl Server {
    /// Starts one on this database, with more settings than a benchmark always needs.
    pub(crate) fn start(database: &str, settings: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sanjin"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database, "--log", "error"])
            .arg("--address-messages-per-second=0")
            .args(settings)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut said = BufReader::new(process.stdout.take().expect("stdout is piped"));
        said.read_line(&mut line).expect("it says where it listens");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let socket = TcpStream::connect(address.expect("an address")).expect("it accepts");
        socket.set_nodelay(true).expect("a socket");
        Self { process, socket: BufReader::new(socket) }
    }

    /// Asks, and says how many bytes came back.
    pub(crate) fn ask(&mut self, target: &str) -> usize {
        self.read(target).len()
    }

    /// Asks, and gives the answer.
    pub(crate) fn read(&mut self, target: &str) -> Vec<u8> {
        self.exchange(&format!("GET {target} HTTP/1.1\r\nhost: bench\r\n\r\n"))
    }

    /// Writes something, and gives the answer.
    pub(crate) fn say(&mut self, line: &str, headers: &str, body: &Value) -> Vec<u8> {
        let body = body.to_string();
        let length = body.len();
        self.exchange(&format!(
            "{line} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n{headers}\
            content-length: {length}\r\n\r\n{body}"
        ))
    }

    fn exchange(&mut self, request: &str) -> Vec<u8> {
        self.socket.get_mut().write_all(request.as_bytes()).expect("it reads");
        let (mut line, mut length) = (String::new(), 0);
        self.socket.read_line(&mut line).expect("it answers");
        assert!(line.starts_with("HTTP/1.1 20"), "{request}: {line}");
        while line != "\r\n" {
            line.clear();
            self.socket.read_line(&mut line).expect("it answers");
            if let Some(text) = line.strip_prefix("content-length: ") {
                length = text.trim_end().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.socket.read_exact(&mut body).expect("the whole answer");
        body
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
