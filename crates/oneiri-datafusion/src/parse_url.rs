//! `oneiri_parse_url`: the parts of a URL, as Spark's `try_parse_url` names them.

use std::fmt::Write;

use datafusion::arrow::array::LargeStringBuilder;
use oneiri_readers::{Reader, by_name};

/// A part of a URL, as one program reads it.
#[derive(Clone, Debug)]
pub(crate) struct ParseUrl {
    reader: &'static dyn Reader,
    part: Part,
}

#[derive(Clone, Debug)]
enum Part {
    Protocol,
    /// The authority of the components that the reader finds.
    Authority,
    /// Java's authority as it stands in the text, which may be none of a server: then it has no host.
    RawAuthority,
    Userinfo,
    Host,
    Path,
    /// The query, or the value of its first pair with this key.
    Query(Option<String>),
    Ref,
    File,
}

impl ParseUrl {
    /// Reads the literals. `java` is the reader of Spark.
    pub(crate) fn new(part: &str, key: Option<&str>, reader: Option<&str>) -> Result<Self, String> {
        let name = reader.unwrap_or("java");
        let Some(reader) = by_name(name) else {
            let names: Vec<_> = oneiri_readers::ALL.iter().map(|reader| reader.name()).collect();
            return Err(format!("unknown reader {name:?}: expected {}", names.join(", ")));
        };
        let part = match part {
            "QUERY" => Part::Query(key.map(|key| format!("{key}="))),
            _ if key.is_some() => return Err(format!("only QUERY has a key, found {part:?}")),
            "PROTOCOL" => Part::Protocol,
            "AUTHORITY" if name == "java" => Part::RawAuthority,
            "AUTHORITY" => Part::Authority,
            "USERINFO" => Part::Userinfo,
            "HOST" => Part::Host,
            "PATH" => Part::Path,
            "REF" => Part::Ref,
            "FILE" => Part::File,
            _ => {
                let expected = "PROTOCOL, AUTHORITY, USERINFO, HOST, PATH, QUERY, REF or FILE";
                return Err(format!("unknown part {part:?}: expected {expected}"));
            }
        };
        Ok(Self { reader, part })
    }

    /// Appends the part of a text: null if there is no text, the program refuses it, or finds no such part.
    pub(crate) fn append(&self, text: Option<&str>, parts: &mut LargeStringBuilder) {
        let read = text.and_then(|text| Some((text, self.reader.read(text).ok()?)));
        let Some((text, reading)) = read else { return parts.append_null() };
        let part = match &self.part {
            Part::Protocol => reading.scheme(),
            Part::Authority => {
                return authority(reading.userinfo(), reading.host(), reading.port(), parts);
            }
            Part::RawAuthority => {
                let oneiri::Parts { userinfo, host, port, .. } = oneiri::split(text);
                let empty = userinfo.is_none() && host == Some("") && port.is_none();
                return authority(userinfo, host.filter(|_| !empty), port, parts);
            }
            Part::Userinfo => reading.userinfo(),
            Part::Host => reading.host(),
            Part::Path => reading.path(),
            Part::Query(None) => reading.query(),
            Part::Query(Some(key)) => reading.query().and_then(|query| value(query, key)),
            Part::Ref => reading.fragment(),
            Part::File => match (reading.path(), reading.query()) {
                (Some(path), Some(query)) => return join(&[path, "?", query], parts),
                (path, _) => path,
            },
        };
        parts.append_option(part);
    }
}

/// Appends an authority, null without a host.
fn authority(
    userinfo: Option<&str>,
    host: Option<&str>,
    port: Option<&str>,
    parts: &mut LargeStringBuilder,
) {
    let Some(host) = host else { return parts.append_null() };
    let (userinfo, at) = userinfo.map_or(("", ""), |userinfo| (userinfo, "@"));
    let (colon, port) = port.map_or(("", ""), |port| (":", port));
    join(&[userinfo, at, host, colon, port], parts);
}

/// Appends the pieces as one text.
fn join(pieces: &[&str], parts: &mut LargeStringBuilder) {
    for piece in pieces {
        // Writing to a builder cannot fail.
        let _ = parts.write_str(piece);
    }
    parts.append_value("");
}

/// The value of the first pair that begins with `key`, which ends with `=`. It is not decoded.
fn value<'q>(query: &'q str, key: &str) -> Option<&'q str> {
    query.split('&').find_map(|pair| pair.strip_prefix(key))
}
