//! The attributes of a URL by their names in the Standard.

use oneiri_whatwg::{Error, Url};

pub(crate) const NAMES: [&str; 11] =
    ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

pub(crate) fn get(url: &Url, name: &str) -> String {
    match name {
        "href" => url.href(),
        "origin" => return url.origin().into_owned(),
        "protocol" => url.protocol(),
        "username" => url.username(),
        "password" => url.password(),
        "host" => url.host(),
        "hostname" => url.hostname(),
        "port" => url.port(),
        "pathname" => url.pathname(),
        "search" => url.search(),
        "hash" => url.hash(),
        "searchParams" => return url.search_params().to_string(),
        _ => panic!("no attribute {name}"),
    }
    .to_owned()
}

pub(crate) fn set(url: &mut Url, name: &str, value: &str) -> Result<(), Error> {
    match name {
        "href" => url.set_href(value)?,
        "protocol" => url.set_protocol(value)?,
        "username" => url.set_username(value)?,
        "password" => url.set_password(value)?,
        "host" => url.set_host(value)?,
        "hostname" => url.set_hostname(value)?,
        "port" => url.set_port(value)?,
        "pathname" => url.set_pathname(value)?,
        "search" => url.set_search(value),
        "hash" => url.set_hash(value),
        _ => panic!("no attribute {name}"),
    }
    Ok(())
}

/// All attributes, and what the Standard's getters do not tell apart.
pub(crate) fn all(url: &Url) -> Vec<Option<String>> {
    let told = [url.query().map(str::to_owned), url.fragment().map(str::to_owned)];
    NAMES.iter().map(|name| Some(get(url, name))).chain(told).collect()
}
