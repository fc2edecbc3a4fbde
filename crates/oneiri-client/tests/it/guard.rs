//! What a builder, a proxy, a resolver or a limit can change.

use ::reqwest::{ClientBuilder, Proxy};
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
        let build = move || {
            ClientBuilder::new().proxy(Proxy::all(format!("http://127.0.0.1:{port}")).unwrap())
        };
        reqwest::Client::with_builder(policy(), build)
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
