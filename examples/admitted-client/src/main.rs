//! Fetches a URL as a policy admits it: connects to admitted addresses only, and checks each redirect.
//!
//!     cargo run -- http://example.com/

use std::error::Error;
use std::net::SocketAddr;

use oneiri_policy::{Base, Checked, Policy, Preset};
use reqwest::{Client, Response, header, redirect};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const MOST_REDIRECTS: usize = 10;

/// Fetches `text`, and what it redirects to.
async fn fetch(policy: &Policy, text: &str) -> Result<Response> {
    let mut checked = policy.check(text).into_result()?.into_owned();
    for _ in 0..MOST_REDIRECTS {
        let response = send(&checked).await?;
        let location = response.headers().get(header::LOCATION);
        let Some(location) = location.filter(|_| response.status().is_redirection()) else {
            return Ok(response);
        };
        let location = location.to_str()?;
        let base = Base::compile(checked.as_str())?;
        checked = policy.check_with_base(location, &base).into_result()?.into_owned();
    }
    Err("too many redirects".into())
}

/// Sends one request. Only a text that was checked gets here.
async fn send(checked: &Checked<'_>) -> Result<Response> {
    let host = checked.host().ok_or("no host")?;
    let port = checked.port().ok_or("no port")?;
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found = tokio::net::lookup_host((bare, port)).await?;
    let admitted: Vec<SocketAddr> = found.filter(|it| checked.admits(it.ip())).collect();
    if admitted.is_empty() {
        return Err(format!("'{host}' leads to no admitted address").into());
    }
    let client = Client::builder()
        // The client does not resolve the name again, asks no proxy, and follows no redirect.
        .resolve_to_addrs(host, &admitted)
        .no_proxy()
        .redirect(redirect::Policy::none())
        .build()?;
    Ok(client.get(checked.as_str()).send().await?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let policy = Policy::preset(Preset::Ssrf);
    for text in std::env::args().skip(1) {
        println!("{}", fetch(&policy, &text).await?.text().await?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn redirects_and_addresses_are_checked() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = tokio::spawn(async move {
            for location in ["/b", "http://169.254.169.254/latest/meta-data/"] {
                let (mut stream, _) = listener.accept().await.unwrap();
                let _ = stream.read(&mut [0; 1024]).await.unwrap();
                let head = format!(
                    "HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"
                );
                stream.write_all(head.as_bytes()).await.unwrap();
            }
        });
        let rules = "[[allow]]\nhost = \"127.0.0.1\"\nport = \"*\"\n[[allow]]\nhost = \"localhost\"\nport = \"*\"";
        let policy = Policy::compile(rules).unwrap();
        let error = fetch(&policy, &format!("http://127.0.0.1:{port}/a")).await.unwrap_err();
        assert!(error.to_string().contains("special-address: 169.254.169.254"), "{error}");
        server.await.unwrap();
        // The rule names the host, and its address is not public.
        let error = fetch(&policy, &format!("http://localhost:{port}/")).await.unwrap_err();
        assert_eq!(error.to_string(), "'localhost' leads to no admitted address");
    }
}
