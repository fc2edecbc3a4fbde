//! What the guard adds to an admitted request on a warm connection: each client next to the library that it is made of, in one run.
//! `cargo bench -p oneiri-client --all-features`
#![allow(clippy::unwrap_used, reason = "this is a benchmark")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::time::Instant;

use oneiri_client::{reqwest as guarded_reqwest, ureq as guarded_ureq};
use oneiri_policy::Policy;

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";

/// Answers each request of each connection, and gives its port.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.set_nodelay(true);
            std::thread::spawn(move || {
                let mut block = [0; 4096];
                while stream.read(&mut block).is_ok_and(|count| count > 0) {
                    if stream.write_all(ANSWER).is_err() {
                        break;
                    }
                }
            });
        }
    });
    port
}

/// Both take turns for each request. The medians are printed.
fn compare(name: &str, times: usize, mut plain: impl FnMut() -> usize, mut guarded: impl FnMut() -> usize) {
    let mut spent = [Vec::new(), Vec::new()];
    for _ in 0..times {
        let tasks: [&mut dyn FnMut() -> usize; 2] = [&mut plain, &mut guarded];
        for (task, spent) in tasks.into_iter().zip(&mut spent) {
            let begin = Instant::now();
            assert_eq!(task(), 5);
            spent.push(begin.elapsed().as_secs_f64() * 1e6);
        }
    }
    let [plain, guarded] = spent.map(|mut spent| {
        spent.sort_by(f64::total_cmp);
        spent[times / 2]
    });
    println!("{name:10}{plain:8.1} us {guarded:8.1} us guarded {:8.2} us more", guarded - plain);
}

fn main() {
    // `cargo test` only asks whether it works.
    let times = if std::env::args().any(|it| it == "--bench") { 20_000 } else { 10 };
    let rules = "[[allow]]\nhost = 'home.example'\nport = '*'\naddresses = ['127.0.0.1']";
    let policy = Policy::compile(rules).unwrap();
    let port = serve();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let (url, direct) = (format!("http://home.example:{port}/a/b?c=d"), format!("http://{address}/a/b?c=d"));

    // ureq resolves before each request, and with a limit of time it does so in a thread. The guard always has a limit.
    let guarded = guarded_ureq::Client::new(policy.clone()).resolver(move |_, _| Ok(vec![address]));
    for (name, limit) in [("ureq", None), ("ureq 30 s", Some(std::time::Duration::from_secs(30)))] {
        let plain = ureq::Agent::from(ureq::Agent::config_builder().timeout_global(limit).build());
        let get = || plain.get(&direct).call().unwrap().body_mut().read_to_vec().unwrap().len();
        compare(name, times, get, || guarded.get(&url).send().unwrap().bytes().unwrap().len());
    }

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let plain = reqwest::Client::builder().no_proxy().build().unwrap();
    let guarded = guarded_reqwest::Client::new(policy).resolver(move |_, _| Ok(vec![address]));
    let get = || runtime.block_on(async { plain.get(&direct).send().await?.bytes().await }).unwrap().len();
    let asks = || runtime.block_on(async { guarded.get(&url).send().await?.bytes().await }).unwrap().len();
    compare("reqwest", times, get, asks);
}
