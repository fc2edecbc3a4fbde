//! A server of HTTP/1.1 on the loopback interface, by hand.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

/// What the server has seen.
#[derive(Default)]
struct Seen {
    connections: usize,
    others: usize,
    requests: Vec<String>,
    target: String,
}

pub(crate) struct Server {
    port: u16,
    seen: Arc<Mutex<Seen>>,
}

impl Server {
    pub(crate) fn new() -> Self {
        // Of all interfaces, so that a connection to 127.0.0.2 would be seen, too.
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let own = Arc::clone(&seen);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut all = own.lock().unwrap();
                all.connections += 1;
                all.others += usize::from(stream.local_addr().unwrap().ip() != IpAddr::V4(Ipv4Addr::LOCALHOST));
                drop(all);
                let own = Arc::clone(&own);
                thread::spawn(move || serve(stream, port, &own));
            }
        });
        Self { port, seen }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn connections(&self) -> usize {
        self.seen.lock().unwrap().connections
    }

    /// Connections to another address than 127.0.0.1.
    pub(crate) fn others(&self) -> usize {
        self.seen.lock().unwrap().others
    }

    /// Sets the target of `/next`.
    pub(crate) fn redirect(&self, target: &str) {
        target.clone_into(&mut self.seen.lock().unwrap().target);
    }

    /// The requests with their content.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.seen.lock().unwrap().requests.clone()
    }
}

/// Answers the requests of a connection. An error of writing ends it.
fn serve(mut stream: TcpStream, port: u16, seen: &Mutex<Seen>) {
    let _ = stream.set_nodelay(true);
    let mut read = Vec::new();
    while let Some(request) = request(&mut stream, &mut read) {
        let (method, target) = request.split_once(' ').unwrap();
        let target = target.split(' ').next().unwrap();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        seen.lock().unwrap().requests.push(request.clone());
        let hello = (200, String::new(), "hello".to_owned());
        let (status, location, body) = match path {
            "/to" => {
                let target = query.replace("%5B", "[").replace("%5D", "]").replace("%5C", "\\");
                (302, target, String::new())
            }
            "/as" => {
                let (status, target) = query.split_once('&').unwrap();
                (status.parse().unwrap(), target.to_owned(), String::new())
            }
            "/count" => match query.parse::<usize>().unwrap() {
                0 => hello,
                left => (307, format!("count?{}", left - 1), "x".to_owned()),
            },
            // A proxy, which leads to this server.
            _ if method == "CONNECT" => (200, String::new(), String::new()),
            "/loop" => (301, format!("http://other.example:{port}/loop"), String::new()),
            "/status" => (query.parse().unwrap(), String::new(), query.to_owned()),
            "/huge" => (200, String::new(), "x".repeat(200_000)),
            "/gzip" => {
                let mut body = GzEncoder::new(Vec::new(), Compression::best());
                body.write_all(&vec![b'x'; query.parse().unwrap()]).unwrap();
                let body = body.finish().unwrap();
                let head = format!("Content-Encoding: gzip\r\nContent-Length: {}", body.len());
                let head = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n");
                if stream.write_all(&[head.as_bytes(), &body].concat()).is_err() {
                    return;
                }
                continue;
            }
            // A target of any bytes, in hexadecimal digits.
            "/octets" => {
                let octet = |at| u8::from_str_radix(&query[at..at + 2], 16).unwrap();
                let octets: Vec<u8> = (0..query.len()).step_by(2).map(octet).collect();
                let [head, tail] = [&b"HTTP/1.1 302 Found\r\nLocation: "[..], b"\r\nContent-Length: 0\r\n\r\n"];
                if stream.write_all(&[head, &octets, tail].concat()).is_err() {
                    return;
                }
                continue;
            }
            "/next" => (302, seen.lock().unwrap().target.clone(), String::new()),
            "/endless" | "/slow" => return endless(stream, path == "/slow"),
            "/empty" => return empty(stream),
            _ => hello,
        };
        let location =
            if location.is_empty() && path != "/next" { location } else { format!("Location: {location}\r\n") };
        // The client must then make another connection.
        let close = if path == "/close" { "Connection: close\r\n" } else { "" };
        let length = body.len();
        let body = if method == "HEAD" { "" } else { &body };
        let answer = format!("HTTP/1.1 {status} Status\r\n{location}{close}Content-Length: {length}\r\n\r\n{body}");
        if stream.write_all(answer.as_bytes()).is_err() || !close.is_empty() {
            return;
        }
    }
}

/// The next request with its content.
fn request(stream: &mut TcpStream, read: &mut Vec<u8>) -> Option<String> {
    loop {
        let text = String::from_utf8_lossy(read).into_owned();
        if let Some(end) = text.find("\r\n\r\n") {
            let head = text[..end].to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let whole = end + 4 + length.map_or(0, |length| length.parse::<usize>().unwrap());
            if read.len() >= whole {
                read.drain(..whole);
                return Some(text[..whole].to_owned());
            }
        }
        let mut block = [0; 4096];
        match stream.read(&mut block) {
            Ok(0) | Err(_) => return None,
            Ok(count) => read.extend_from_slice(&block[..count]),
        }
    }
}

/// A body without an end, of which one byte comes every 100 ms if it is slow.
fn endless(mut stream: TcpStream, is_slow: bool) {
    let mut go_on = stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").is_ok();
    while go_on {
        if is_slow {
            thread::sleep(Duration::from_millis(100));
        }
        go_on = stream.write_all(if is_slow { b"1\r\nx\r\n" } else { b"a\r\n0123456789\r\n" }).is_ok();
    }
}

/// A packed body without an end, of members that are empty.
fn empty(mut stream: TcpStream) {
    let members = GzEncoder::new(Vec::new(), Compression::best()).finish().unwrap().repeat(50);
    let chunk = [format!("{:x}\r\n", members.len()).as_bytes(), &members, b"\r\n"].concat();
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut go_on = stream.write_all(head).is_ok();
    while go_on {
        go_on = stream.write_all(&chunk).is_ok();
    }
}
