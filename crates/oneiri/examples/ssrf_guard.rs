//! A guard against server-side request forgery: normalizes an address from a stranger, then admits it by an allow list.
//!
//! ```text
//! fetch   https://api.example.com/v2?q
//! reject  https://%31%32%37.0.0.1/: 127.0.0.1 is the address 127.0.0.1
//! reject  https://0x7f.1/: 0x7f.1 is the address 127.0.0.1
//! reject  https://[::ffff:7f00:1]/: [::ffff:7f00:1] is the address ::ffff:127.0.0.1
//! reject  https://api.example.com.evil.example/: api.example.com.evil.example is not on the list
//! reject  https://api.example.com@evil.example/: a userinfo is not sent
//! reject  https://api.example.com\@evil.example/: invalid userinfo
//! ```

use oneiri::{Component, Uri, UriBuf};
use std::net::IpAddr;

const ALLOWED_HOSTS: [&str; 2] = ["api.example.com", "hooks.example.org"];

/// The normal form of an admitted address, or the reason why it is rejected. Fetch the returned value and no other
/// spelling; and check the address that the name resolves to when you connect, because its owner can change it.
fn admit(text: &str) -> Result<UriBuf, String> {
    // Strict parsing rejects spaces, backslashes and second `@` signs, which other parsers read in different ways.
    let uri =
        Uri::parse(text).map_err(|error| format!("invalid {}", error.component().map_or("text", Component::name)))?;
    // `%31%32%37.0.0.1` is an address only in normal form.
    let uri = uri.normalize().into_owned();
    if uri.scheme() != "https" || uri.port_or_known_default() != Ok(Some(443)) {
        return Err("only https on port 443 is called".into());
    }
    if uri.userinfo().is_some() {
        return Err("a userinfo is not sent".into());
    }
    let host = uri.host().unwrap_or_default();
    // `0x7f.1` is a name to RFC 3986, and 127.0.0.1 to most programs that connect.
    if let Some(ip) = host.ip().or(host.legacy_ipv4().map(IpAddr::from)) {
        return Err(format!("{host} is the address {ip}"));
    }
    if !ALLOWED_HOSTS.contains(&host.as_str()) {
        return Err(format!("{host} is not on the list"));
    }
    Ok(uri)
}

pub(crate) fn main() {
    for text in [
        "https://API.example.com:0443/v1/../v2?q",
        "https://%31%32%37.0.0.1/",
        "https://0x7f.1/",
        "https://[::ffff:7f00:1]/",
        "https://api.example.com.evil.example/",
        "https://api.example.com@evil.example/",
        "https://api.example.com\\@evil.example/",
    ] {
        match admit(text) {
            Ok(uri) => println!("fetch   {uri}"),
            Err(reason) => println!("reject  {text}: {reason}"),
        }
    }
}
