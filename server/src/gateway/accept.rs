//! Taking connections: so many at a time, in all and from each address, and none that dawdles.
//!
//! Not `axum::serve`: it waits for ever for a request's head.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tracing::{debug, warn};

use super::Gateway;
use super::addresses::Visitor;
use super::stream::Stream;
use crate::config::millis;
use crate::telemetry::metrics::{self, TurnedAway};

/// Bytes of a request's head, and of the buffer it is read into.
const HEADER_BYTES_MAX: usize = 16 * 1024;
/// Lines of a request's head.
const HEADERS_MAX: usize = 100;
/// Connections that are told why they are not taken; beyond that they are just closed.
const TURNING_AWAY_MAX: usize = 64;
/// How long one may take to hear it.
const TURN_AWAY_MAX: Duration = Duration::from_secs(1);
/// How long nothing is accepted after the system could not: mostly it is out of files.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// Who is at the other end of a connection. Part of every request; held for as long as the connection lasts.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) ip: IpAddr,
    /// The connection's place in its address's account; none for a proxy, which speaks for many.
    pub(super) visitor: Option<Arc<Visitor>>,
    _place: Arc<OwnedSemaphorePermit>,
}

/// Takes connections until the server stops.
pub(crate) async fn accept_all(listener: TcpListener, gateway: Gateway) {
    let router = super::router(gateway.clone());
    let turning_away = Arc::new(Semaphore::new(TURNING_AWAY_MAX));
    loop {
        let accepted = tokio::select! {
            () = gateway.stopping.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => match admit(&gateway, address) {
                Ok(peer) => {
                    gateway.tasks.spawn(serve(stream, peer, router.clone(), gateway.clone()));
                }
                Err(why) => {
                    metrics::turned_away(why);
                    debug!(ip = %address.ip(), ?why, "connection not taken");
                    if let Ok(permit) = Arc::clone(&turning_away).try_acquire_owned() {
                        gateway.tasks.spawn(turn_away(stream, why, permit));
                    }
                }
            },
            Err(error) => {
                warn!(%error, "failed to accept a connection");
                sleep(ACCEPT_AGAIN).await;
            }
        }
    }
}

fn admit(gateway: &Gateway, address: SocketAddr) -> Result<Peer, TurnedAway> {
    let ip = address.ip().to_canonical();
    let place = Arc::clone(&gateway.places).try_acquire_owned().map_err(|_| TurnedAway::Full)?;
    let is_proxy = gateway.config.trusted_proxies.0.iter().any(|proxy| proxy.contains(ip));
    let visitor = match is_proxy {
        true => None,
        false => Some(Arc::new(gateway.enter(ip, Instant::now())?)),
    };
    Ok(Peer { ip, visitor, _place: Arc::new(place) })
}

async fn serve(stream: TcpStream, peer: Peer, router: Router, gateway: Gateway) {
    // Frames are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let stream = Stream::new(stream, millis(gateway.config.write_ms_max));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request| answer(&router, request, peer.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(millis(gateway.config.header_ms_max))
        .max_headers(HEADERS_MAX)
        .max_header_size(HEADER_BYTES_MAX)
        .max_buf_size(HEADER_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = gateway.stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        debug!(%error, "connection ended early");
    }
}

fn answer(
    router: &TowerToHyperService<Router>,
    mut request: Request<Incoming>,
    peer: Peer,
) -> impl Future<Output = Result<Response, Infallible>> + use<> {
    request.extensions_mut().insert(peer);
    router.call(request.map(Body::new))
}

/// Says why a connection is not taken, and lets the peer read it.
async fn turn_away(mut stream: TcpStream, why: TurnedAway, _permit: OwnedSemaphorePermit) {
    let status = match why {
        TurnedAway::Full => "503 Service Unavailable",
        TurnedAway::AddressFull | TurnedAway::TooFast => "429 Too Many Requests",
        TurnedAway::Origin => "403 Forbidden",
    };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
    );
    let tell = async {
        stream.write_all(head.as_bytes()).await?;
        stream.shutdown().await?;
        // Closing with bytes unread would take the answer away again.
        let mut ignored = [0; 1024];
        while stream.read(&mut ignored).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    let _ = timeout(TURN_AWAY_MAX, tell).await;
}
