//! `sanjin serve` as a person meets it: the real binary on a real socket.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
};

use fresh::Fresh;

#[path = "common/fresh.rs"]
mod fresh;

/// A running server on a free port; ends with the test.
struct Server {
    process: Child,
    stdout: BufReader<std::process::ChildStdout>,
    address: SocketAddr,
    _fresh: Fresh,
}

impl Server {
    fn start() -> Server {
        let fresh = Fresh::new();
        let mut process =
            sanjin("127.0.0.1:0", &fresh).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut stdout = BufReader::new(process.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it says where it listens");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.and_then(|text| text.parse().ok());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
        Server { process, stdout, address, _fresh: fresh }
    }

    fn request(&self, head: &str) -> String {
        let mut socket = TcpStream::connect(self.address).expect("it accepts");
        write!(socket, "{head}\r\nhost: test\r\nconnection: close\r\n\r\n").expect("it reads");
        let mut response = Vec::new();
        socket.read_to_end(&mut response).expect("it answers");
        String::from_utf8_lossy(&response).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn sanjin(listen: &str, fresh: &Fresh) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sanjin"));
    command.args(["serve", "--listen", listen, "--database", &fresh.url]);
    command
}

#[test]
fn health_is_answered() {
    let response = Server::start().request("GET /healthz HTTP/1.1");

    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    assert!(response.ends_with("\r\n\r\nok\n"), "{response}");
}

#[test]
fn the_front_page_is_about_sanjin_and_is_locked_down() {
    let response = Server::start().request("GET / HTTP/1.1");

    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    assert!(response.contains("Sanjin"), "{response}");
    assert!(response.contains("cache-control: no-cache"), "{response}");
    assert!(response.contains("content-security-policy: default-src 'none'"), "{response}");
    assert!(response.contains("x-content-type-options: nosniff"), "{response}");
}

#[test]
fn the_api_answers_and_says_what_is_wrong_in_its_own_words() {
    let server = Server::start();

    let games = server.request("GET /api/games HTTP/1.1");
    assert!(games.starts_with("HTTP/1.1 200") && games.ends_with("{\"games\":[]}"), "{games}");
    assert!(games.contains("content-security-policy: default-src 'none'"), "{games}");
    for (head, status) in [
        ("GET /api HTTP/1.1", 404),
        ("GET /api/nothing HTTP/1.1", 404),
        ("PUT /api/games HTTP/1.1", 405),
    ] {
        let response = server.request(head);
        assert!(response.starts_with(&format!("HTTP/1.1 {status}")), "{head}: {response}");
        assert!(response.contains("application/problem+json"), "{head}: {response}");
    }
}

#[test]
fn pages_cannot_be_posted_to() {
    let response = Server::start().request("POST / HTTP/1.1");

    assert!(response.starts_with("HTTP/1.1 405"), "{response}");
}

#[test]
fn a_taken_port_is_named_together_with_the_flag_that_changes_it() {
    let holder = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let listen = holder.local_addr().expect("its address");

    let output = sanjin(&listen.to_string(), &Fresh::new()).output().expect("it runs");

    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(said.contains(&format!("port {}", listen.port())), "{said}");
    assert!(said.contains("--listen"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_terminate_signal_ends_it_cleanly() {
    let mut server = Server::start();
    server.request("GET /healthz HTTP/1.1");

    let id = server.process.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
    assert!(sent.success());

    let mut rest = String::new();
    server.stdout.read_to_string(&mut rest).expect("it says that it stops");
    assert_eq!(rest, "stopping\n");
    assert!(server.process.wait().expect("it ends").success());
}
