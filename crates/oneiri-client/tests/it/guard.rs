//! What a builder, a proxy, a resolver or a limit can change.

use ::reqwest::{ClientBuilder, Proxy};
use ::ureq::config::IpFamily;
use ::ureq::{Agent, ProxyProtocol};

use super::*;

fn blocking(client: ureq::Client) -> Box<dyn Fetch> {
    Box::new(Blocking(client.resolver(resolver())))
}

fn asynchronous(client: reqwest::Client) -> Box<dyn Fetch> {
    Box::new(Asynchronous(client.resolver(resolver()), runtime()))
}

/// A proxy needs no admission, and where it is not used, addresses are checked as ever.
#[test]
fn proxies() {
    let server = Server::new();
    let port = server.port();
    let of_ureq = |no_proxy: &'static str| {
        let build = move || {
            let proxy = ::ureq::Proxy::builder(ProxyProtocol::Http).host("127.0.0.1").port(port);
            Agent::config_builder().proxy(Some(proxy.no_proxy(no_proxy).build().unwrap()))
        };
        ureq::Client::with_config(policy(), build)
    };
    let of_reqwest = || {
        let build = move || ClientBuilder::new().proxy(Proxy::all(format!("http://127.0.0.1:{port}")).unwrap());
        reqwest::Client::danger_with_builder(policy(), build)
    };
    let none = || ureq::Client::with_config(policy(), || Agent::config_builder().proxy(None));
    for (client, expected, requests) in [
        (blocking(of_ureq("x").danger_use_proxies()), Ok("hello".to_owned()), 2),
        (blocking(of_ureq("public.example").danger_use_proxies()), Err((0, "address")), 0),
        (blocking(none().danger_use_proxies()), Err((0, "address")), 0),
        (blocking(of_ureq("x")), Err((0, "address")), 0),
        (asynchronous(of_reqwest().danger_use_proxies()), Ok("hello".to_owned()), 1),
        (asynchronous(of_reqwest()), Err((0, "address")), 0),
    ] {
        let before = server.requests().len();
        assert_eq!(client.fetch(&get(&format!("http://public.example:{port}/text"))), expected);
        assert_eq!(server.requests().len() - before, requests);
        assert!(matches!(client.fetch(&get("http://10.0.0.1/")), Err((0, "denied"))));
    }
}

/// A proxy of ureq whose targets the client resolves is given an admitted address. Otherwise it is given the name.
#[test]
fn targets_of_proxies() {
    let server = Server::new();
    let port = server.port();
    for (is_resolved, host, expected) in [
        (true, "home.example", Ok("127.0.0.1")),
        (true, "public.example", Err((0, "address"))),
        (false, "public.example", Ok("public.example")),
    ] {
        let build = move || {
            let proxy = ::ureq::Proxy::builder(ProxyProtocol::Http).host("127.0.0.1").port(port);
            Agent::config_builder().proxy(Some(proxy.resolve_target(is_resolved).build().unwrap()))
        };
        let client = blocking(ureq::Client::with_config(policy(), build).danger_use_proxies());
        let before = server.requests().len();
        let found = client.fetch(&get(&format!("http://{host}:{port}/text")));
        assert_eq!(found, expected.map(|_| "hello".to_owned()));
        let asked = server.requests().get(before).cloned();
        assert_eq!(asked.is_some(), expected.is_ok());
        let is_given = |target: &str| asked.is_none_or(|asked| asked.starts_with(&format!("CONNECT {target}:{port}")));
        assert!(expected.is_err() || expected.is_ok_and(is_given));
    }
}

/// An address or a socket of the builder: the response is an error.
#[test]
fn addresses_of_a_builder() {
    let server = Server::new();
    let url = format!("http://public.example:{}/text", server.port());
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port()));
    let build = move || ClientBuilder::new().resolve("public.example", address);
    let client = asynchronous(reqwest::Client::danger_with_builder(policy(), build));
    assert_eq!(client.fetch(&get(&url)), Err((0, "address")));
    assert_eq!(server.requests().len(), 1);
}

#[cfg(unix)]
#[test]
fn sockets_of_a_builder() {
    use std::io::{Read, Write};

    let path = std::env::temp_dir().join(format!("oneiri-client-{}.socket", std::process::id()));
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let own = path.clone();
    let build = move || ClientBuilder::new().unix_socket(own.as_path());
    let client = asynchronous(reqwest::Client::danger_with_builder(policy(), build));
    let answer = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        let count = stream.read(&mut [0; 4096]).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
        count
    });
    assert_eq!(client.fetch(&get("http://home.example/")), Err((0, "address")));
    assert!(answer.join().unwrap() > 0);
    std::fs::remove_file(path).unwrap();
}

/// A shorter time of the builder counts, and a family of addresses, too. The test would take an hour otherwise.
#[test]
fn settings_of_a_builder() {
    let server = Server::new();
    let url = |path: &str| format!("http://home.example:{}/{path}", server.port());
    let mut limits = limits();
    limits.time = Duration::from_secs(3600);
    let short = Duration::from_millis(300);
    let of_ureq = ureq::Client::with_config(policy(), move || Agent::config_builder().timeout_global(Some(short)));
    let of_reqwest = reqwest::Client::danger_with_builder(policy(), move || ClientBuilder::new().timeout(short));
    for client in [blocking(of_ureq.limits(limits)), asynchronous(of_reqwest.limits(limits))] {
        assert_eq!(client.fetch(&get(&url("slow"))), Err((0, "time")));
    }
    for (family, expected) in [(IpFamily::Ipv4Only, Ok("hello".to_owned())), (IpFamily::Ipv6Only, Err((0, "client")))] {
        let build = move || Agent::config_builder().ip_family(family);
        let client = blocking(ureq::Client::with_config(policy(), build));
        assert_eq!(client.fetch(&get(&url("text"))), expected);
    }
}

/// Strangers cannot make a client push out another one: there is one for the names of a rule and one for its addresses, and those that
/// were used last are kept.
#[test]
fn clients_are_kept() {
    let names: String = (0..70)
        .map(|nth| {
            let addresses = "addresses = [\"127.0.0.1\", \"::1\"]";
            format!("[[allow]]\nhost = \"n{nth}.example\"\nport = \"*\"\n{addresses}\n")
        })
        .collect();
    let literals = "[[allow]]\nhost = [\"127.0.0.1\", \"[::1]\"]\nport = \"*\"\n";
    let policy = Policy::compile(&format!("{names}{literals}")).unwrap();
    let loopback = |_: &str, port| Ok(vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))]);
    let built: &'static AtomicUsize = Box::leak(Box::default());
    let of_ureq = ureq::Client::with_config(policy.clone(), || {
        built.fetch_add(1, Ordering::Relaxed);
        Agent::config_builder()
    });
    let of_reqwest = reqwest::Client::danger_with_builder(policy, || {
        built.fetch_add(1, Ordering::Relaxed);
        ClientBuilder::new()
    });
    let clients: [Box<dyn Fetch>; 2] = [
        Box::new(Blocking(of_ureq.resolver(loopback))),
        Box::new(Asynchronous(of_reqwest.resolver(loopback), runtime())),
    ];
    for client in clients {
        let server = Server::new();
        let url = |host: &str| format!("http://{host}:{}/text", server.port());
        built.store(0, Ordering::Relaxed);
        for nth in 0..70 {
            for host in [format!("n{nth}.example"), "n0.example".to_owned()] {
                assert_eq!(client.fetch(&get(&url(&host))), Ok("hello".to_owned()));
            }
        }
        assert_eq!((built.load(Ordering::Relaxed), server.connections()), (70, 70));
        assert_eq!(client.fetch(&get(&url("127.0.0.1"))), Ok("hello".to_owned()));
        // Nothing listens there.
        assert_eq!(client.fetch(&get(&url("[::1]"))), Err((0, "client")));
        assert_eq!(built.load(Ordering::Relaxed), 71);
    }
}

/// The port is that of the URL, whichever a resolver answers.
#[test]
fn ports_of_a_resolver() {
    let answer = |_: &str, _| Ok(vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 1))]);
    let server = Server::new();
    let url = format!("http://home.example:{}/text", server.port());
    let clients: [Box<dyn Fetch>; 2] = [
        Box::new(Blocking(ureq::Client::new(policy()).resolver(answer))),
        Box::new(Asynchronous(reqwest::Client::new(policy()).resolver(answer), runtime())),
    ];
    clients.iter().for_each(|client| assert_eq!(client.fetch(&get(&url)), Ok("hello".to_owned())));
}

#[test]
fn greatest_limits() {
    let mut limits = limits();
    (limits.redirects, limits.body, limits.time) = (usize::MAX, u64::MAX, Duration::MAX);
    for client in clients(limits) {
        let server = Server::new();
        let url = format!("http://home.example:{}/to?text", server.port());
        assert_eq!(client.fetch(&get(&url)), Ok("hello".to_owned()));
    }
}

/// Nothing comes out of them, so the time is over. reqwest takes a second member for an error. The client can be used again.
#[test]
fn endless_empty_members_of_gzip() {
    let mut limits = limits();
    limits.time = Duration::from_secs(1);
    for (client, kind) in clients(limits).into_iter().zip(["time", "client"]) {
        let server = Server::new();
        let url = |path: &str| format!("http://home.example:{}/{path}", server.port());
        assert_eq!(client.fetch(&get(&url("empty"))), Err((0, kind)));
        assert_eq!(client.fetch(&get(&url("text"))), Ok("hello".to_owned()));
    }
}

#[test]
fn debug_shows_no_secrets() {
    let server = Server::new();
    let secret = http::HeaderValue::from_static("secret");
    let url = format!("http://home.example:{}/text?secret", server.port());
    let client = ureq::Client::new(policy()).resolver(resolver());
    let request = client.get(&url).header(header::AUTHORIZATION, secret.clone()).body("secret");
    let texts = [
        format!("{request:?}"),
        format!("Request of a {:?}", request.send().unwrap()),
        format!("{:?}", reqwest::Client::new(policy()).get(&url).header(header::COOKIE, secret)),
    ];
    for text in texts {
        assert!(text.contains("Request") && !text.contains("secret"), "{text}");
    }
}

/// A client that was used takes another resolver and the proxies, too.
#[test]
fn settings_of_a_used_client() {
    let server = Server::new();
    let url = format!("http://home.example:{}/close", server.port());
    let nowhere = |_: &str, port| Ok(vec![SocketAddr::from(([10, 0, 0, 1], port))]);
    let proxy = format!("http://127.0.0.1:{}", server.port());
    let build = {
        let proxy = proxy.clone();
        move || Agent::config_builder().proxy(Some(::ureq::Proxy::new(&proxy).unwrap()))
    };
    let client = ureq::Client::with_config(policy(), build).resolver(resolver());
    assert!(client.get(&url).send().is_ok());
    let client = client.resolver(nowhere);
    assert_eq!(outcome(client.get(&url).send().and_then(|it| it.text())), Err((0, "address")));
    assert!(client.danger_use_proxies().get(&url).send().is_ok());

    let build = move || ClientBuilder::new().proxy(Proxy::all(&proxy).unwrap());
    let client = reqwest::Client::danger_with_builder(policy(), build).resolver(resolver());
    let runtime = runtime();
    assert!(runtime.block_on(client.get(&url).send()).is_ok());
    let client = client.resolver(nowhere);
    let error = runtime.block_on(client.get(&url).send()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Address(_)), "{error}");
    assert!(runtime.block_on(client.danger_use_proxies().get(&url).send()).is_ok());
}

#[test]
fn a_resolver_that_panics() {
    let panics = |_: &str, _| panic!("as the test wants");
    let clients: [Box<dyn Fetch>; 2] = [
        Box::new(Blocking(ureq::Client::new(policy()).resolver(panics))),
        Box::new(Asynchronous(reqwest::Client::new(policy()).resolver(panics), runtime())),
    ];
    for client in clients {
        assert_eq!(client.fetch(&get("http://home.example/")), Err((0, "client")));
    }
}
