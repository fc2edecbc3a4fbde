//! Both clients against a server on the loopback interface, which counts its connections.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod attacks;
mod elsewhere;
mod guard;
mod server;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::{Method, header};
use oneiri_client::{Error, ErrorKind, Limits, reqwest, ureq};
use oneiri_policy::Policy;
use server::Server;
use tokio::runtime::Runtime;

/// What came of a request: the body, or the hop and the kind of the error.
type Outcome = Result<String, (usize, &'static str)>;

fn outcome(result: Result<String, Error>) -> Outcome {
    result.map_err(|error| {
        let kind = match error.kind() {
            ErrorKind::Denied(_) => "denied",
            ErrorKind::Address(_) => "address",
            ErrorKind::Redirects(_) => "redirects",
            ErrorKind::Time { .. } => "time",
            ErrorKind::Body(_) => "body",
            ErrorKind::Client(_) => "client",
            _ => "another",
        };
        assert!(!error.to_string().is_empty());
        (error.hop(), kind)
    })
}

static DATA: LazyLock<toml::Table> =
    LazyLock::new(|| include_str!("../../../oneiri-policy/tests/fetch.toml").parse().unwrap());

fn policy() -> Policy {
    Policy::compile(DATA["policy"].as_str().unwrap()).unwrap()
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    (limits.body, limits.time) = (100_000, Duration::from_secs(3));
    limits
}

/// Names with the addresses to which they lead.
fn resolve(turn: &AtomicUsize, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    if host == "turns.example" && turn.fetch_add(1, Ordering::Relaxed) == 0 {
        return Ok(vec![SocketAddr::from(([192, 0, 2, 1], port))]);
    }
    let found = DATA["addresses"].get(host).and_then(|it| it.as_array());
    let found = found.ok_or_else(|| io::Error::other(format!("{host} is not resolved")))?;
    Ok(found.iter().map(|address| SocketAddr::new(address.as_str().unwrap().parse().unwrap(), port)).collect())
}

/// A request to one of the clients.
struct Ask<'a> {
    method: Method,
    url: &'a str,
    headers: &'a [(header::HeaderName, &'static str)],
    body: &'static [u8],
}

trait Fetch {
    fn fetch(&self, ask: &Ask<'_>) -> Outcome;
}

struct Blocking(ureq::Client);

impl Fetch for Blocking {
    fn fetch(&self, ask: &Ask<'_>) -> Outcome {
        let mut request = self.0.request(ask.method.clone(), ask.url).body(ask.body);
        for (name, value) in ask.headers {
            request = request.header(name.clone(), http::HeaderValue::from_static(value));
        }
        outcome(request.send().and_then(|response| response.text()))
    }
}

struct Asynchronous(reqwest::Client, Runtime);

impl Fetch for Asynchronous {
    fn fetch(&self, ask: &Ask<'_>) -> Outcome {
        let mut request = self.0.request(ask.method.clone(), ask.url).body(ask.body);
        for (name, value) in ask.headers {
            request = request.header(name.clone(), http::HeaderValue::from_static(value));
        }
        outcome(self.1.block_on(async { request.send().await?.text().await }))
    }
}

fn resolver() -> impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static {
    let turn = AtomicUsize::new(0);
    move |host, port| resolve(&turn, host, port)
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn clients(limits: Limits) -> [Box<dyn Fetch>; 2] {
    let blocking = ureq::Client::new(policy()).limits(limits).resolver(resolver());
    let asynchronous = reqwest::Client::new(policy()).limits(limits).resolver(resolver());
    [Box::new(Blocking(blocking)), Box::new(Asynchronous(asynchronous, runtime()))]
}

fn get(url: &str) -> Ask<'_> {
    Ask { method: Method::GET, url, headers: &[], body: b"" }
}

/// No denied request reaches the server.
#[test]
fn redirects_addresses_and_limits() {
    let cases = DATA["cases"].as_str().unwrap().lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let cases: Vec<_> = cases.collect();
    assert!(cases.len() > 35);
    for client in clients(limits()) {
        let server = Server::new();
        for case in &cases {
            let [url, expected, requests] = case[..] else { panic!("{case:?}") };
            let before = server.requests().len();
            let url = match url.strip_prefix('/') {
                Some(path) => format!("http://home.example:PORT/{path}"),
                None => url.to_owned(),
            };
            let url = url.replace("PORT", &server.port().to_string());
            let found = match client.fetch(&get(&url)) {
                Ok(body) if body.starts_with('x') => format!("{}x", body.matches('x').count()),
                Ok(body) => body,
                Err((hop, kind)) => format!("{hop}:{kind}"),
            };
            assert_eq!(found, expected, "{url}");
            assert_eq!((server.requests().len() - before).to_string(), requests, "{url}");
        }
        assert_eq!(server.others(), 0, "a connection from another address than 127.0.0.1");
    }
}

/// A target of a redirect is read as browsers read it, whatever its bytes are.
#[test]
fn locations_of_any_bytes() {
    for client in clients(limits()) {
        let server = Server::new();
        for line in DATA["locations"].as_str().unwrap().lines() {
            let (location, expected) = line.split_once(' ').unwrap();
            let location = location.replace("PORT", &server.port().to_string());
            let mut pieces = location.split("\\x");
            let mut octets: String = pieces.next().unwrap().bytes().map(|octet| format!("{octet:02x}")).collect();
            for piece in pieces {
                octets += &piece[..2];
                octets.extend(piece[2..].bytes().map(|octet| format!("{octet:02x}")));
            }
            let found = client.fetch(&get(&format!("http://home.example:{}/octets?{octets}", server.port())));
            let last = server.requests().pop().unwrap();
            let found = match found {
                Ok(_) => last.split(' ').nth(1).unwrap(),
                Err((_, kind)) => kind,
            };
            assert_eq!(found, expected.trim(), "{line}");
        }
    }
}

/// They name the limit, and the rule that comes nearest.
#[test]
fn messages_of_errors() {
    let server = Server::new();
    let mut limits = limits();
    (limits.redirects, limits.time) = (3, Duration::from_millis(500));
    let mut long = limits;
    long.time = Duration::from_secs(10);
    let denied =
        "1 is not a public address: private use (RFC 1918); a rule that names the host and matches the rest admits it";
    let short = || ::ureq::Agent::config_builder().timeout_global(Some(Duration::from_millis(200)));
    let clients = [
        (ureq::Client::new(policy()).limits(limits).resolver(resolver()), "the time for the request, 500ms, is over"),
        (
            ureq::Client::with_config(policy(), short).limits(long).resolver(resolver()),
            "a timeout of the client is over after ",
        ),
    ];
    let runtime = runtime();
    for (client, late) in clients {
        let asynchronous = reqwest::Client::new(policy()).limits(limits).resolver(resolver());
        for (url, expected, both) in [
            ("/count?4", "redirect 4: there were more than 3 redirects", true),
            ("/huge", "the body is longer than 100000 bytes", true),
            ("/slow", late, late.starts_with("the time")),
            ("/to?http://10.0.0.1/", denied, true),
            ("/to?ftp://home.example/", "allow rule 1 (line 2) matches all but the scheme", false),
        ] {
            let url = format!("http://home.example:{}{url}", server.port());
            let mut errors = vec![client.get(&url).send().and_then(|it| it.text()).unwrap_err()];
            if both {
                errors.push(runtime.block_on(async { asynchronous.get(&url).send().await?.text().await }).unwrap_err());
            }
            for error in errors {
                assert!(error.to_string().contains(expected), "{url}: {error}");
                assert_eq!(error.nearest().is_some(), expected.contains("matches all but"));
            }
        }
    }
}

/// RFC 9110 section 15.4, and what does not go to another origin.
#[test]
fn methods_and_headers_of_redirects() {
    let secrets = [(header::AUTHORIZATION, "a"), (header::COOKIE, "c"), (header::PROXY_AUTHORIZATION, "p")];
    let kept = [(header::CONTENT_TYPE, "text/x"), (header::ACCEPT, "text/y")];
    for client in clients(limits()) {
        let server = Server::new();
        for (status, method, next) in [
            (301, "POST", "GET"),
            (302, "POST", "GET"),
            (303, "POST", "GET"),
            (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"),
            (301, "PUT", "PUT"),
            (302, "DELETE", "DELETE"),
            (307, "POST", "POST"),
            (308, "POST", "POST"),
            (308, "PUT", "PUT"),
        ] {
            for host in ["home.example", "other.example"] {
                let port = server.port();
                let url = format!("http://home.example:{port}/as?{status}&http://{host}:{port}/text");
                let headers = [&secrets[..], &kept].concat();
                let body: &[u8] = if method == "HEAD" { b"" } else { b"content" };
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                client.fetch(&Ask { method, url: &url, headers: &headers, body }).unwrap();
                let requests = server.requests();
                let last = requests.last().unwrap().to_lowercase();
                let has = |name: &str| last.contains(&format!("\r\n{name}: "));
                assert!(last.starts_with(&format!("{} /text ", next.to_lowercase())), "{status}: {last}");
                for name in ["authorization", "cookie", "proxy-authorization"] {
                    assert_eq!(has(name), host == "home.example", "{name} {host} {last}");
                }
                let keeps_content = next != "GET";
                assert_eq!(has("content-type"), keeps_content, "{status} {last}");
                assert_eq!(last.ends_with("content"), keeps_content && next != "HEAD", "{status} {last}");
                assert!(has("accept"), "{last}");
            }
        }
    }
}

/// A connection is used again, but not for a rule that admits other addresses.
#[test]
fn connections_are_used_again() {
    for client in clients(limits()) {
        let server = Server::new();
        let url = format!("http://home.example:{}/text", server.port());
        for _ in 0..3 {
            assert_eq!(client.fetch(&get(&url)), Ok("hello".to_owned()));
        }
        assert!(client.fetch(&get("http://10.0.0.1/")).is_err());
        assert_eq!(client.fetch(&get(&url)), Ok("hello".to_owned()));
        assert_eq!(server.connections(), 1);
        let direct = format!("http://{}:{}/text", Ipv4Addr::LOCALHOST, server.port());
        assert_eq!(client.fetch(&get(&direct)), Ok("hello".to_owned()));
        assert_eq!(server.connections(), 2);
    }
}

/// The proxy of the environment would resolve the names.
#[test]
fn the_environment_has_no_say() {
    let server = Server::new();
    let this = std::env::current_exe().unwrap();
    let mut child = std::process::Command::new(this);
    child.args(["--exact", "redirects_addresses_and_limits"]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        child.env(name, format!("http://127.0.0.1:{}/", server.port()));
    }
    let output = child.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(server.connections(), 0);
}

/// A client may be used from several threads.
#[test]
fn two_threads() {
    let server = Server::new();
    let of_ureq = ureq::Client::new(policy()).resolver(resolver());
    let of_reqwest = reqwest::Client::new(policy()).resolver(resolver());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let url = format!("http://home.example:{}/to?text", server.port());
    let fetch = || async { of_reqwest.get(&url).send().await.unwrap().text().await.unwrap() };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(of_ureq.get(&url).send().unwrap().text().unwrap(), "hello");
                    assert_eq!(runtime.block_on(fetch()), "hello");
                }
            });
        }
    });
    assert_eq!(server.requests().len(), 160);
}

/// A request that is dropped before its end leaves the client in order.
#[test]
fn cancelled_requests() {
    let server = Server::new();
    let client = reqwest::Client::new(policy()).resolver(resolver());
    let url = |path: &str| format!("http://home.example:{}/{path}", server.port());
    let (slow, text) = (url("slow"), url("text"));
    runtime().block_on(async {
        let slow = async { client.get(&slow).send().await?.text().await };
        assert!(tokio::time::timeout(Duration::from_millis(200), slow).await.is_err());
        assert_eq!(client.get(&text).send().await.unwrap().text().await.unwrap(), "hello");
    });
}

/// A name that is admitted first, and leads elsewhere when the client connects again. While a connection is open, nobody is
/// asked for the name.
#[test]
fn names_that_turn() {
    let turns = || {
        let turn = AtomicUsize::new(0);
        move |_: &str, port| {
            let last = if turn.fetch_add(1, Ordering::Relaxed) == 0 { 1 } else { 2 };
            Ok(vec![SocketAddr::from(([127, 0, 0, last], port))])
        }
    };
    let clients: [Box<dyn Fetch>; 2] = [
        Box::new(Blocking(ureq::Client::new(policy()).resolver(turns()))),
        Box::new(Asynchronous(reqwest::Client::new(policy()).resolver(turns()), runtime())),
    ];
    for client in clients {
        let server = Server::new();
        let url = |path: &str| format!("http://home.example:{}/{path}", server.port());
        (0..2).for_each(|_| assert_eq!(client.fetch(&get(&url("text"))), Ok("hello".to_owned())));
        let url = url("close");
        assert_eq!(client.fetch(&get(&url)), Ok("hello".to_owned()));
        (0..2).for_each(|_| assert_eq!(client.fetch(&get(&url)), Err((0, "address"))));
        assert_eq!((server.connections(), server.others()), (1, 0));
    }
}
