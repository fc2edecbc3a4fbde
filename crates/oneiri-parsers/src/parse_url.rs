//! One part of a URL, as Spark's `try_parse_url` gives it. DataFusion, DuckDB, Spark and the data frames of Python all use
//! this file, so that one query has one answer everywhere. With the parser `java` the parts must be those of Spark, and
//! nothing may be decoded, because people replace Spark's function by this one. The tests of `oneiri-datafusion` have
//! Spark's answers in `parse-url.tsv`. One thing differs on purpose: a key is a text and not a regular expression.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{ALL, Parser, Reading, by_name};

/// A part of a URL, as one program reads it: the function `try_parse_url` of Spark.
///
/// ```
/// use oneiri_parsers::ParseUrl;
///
/// let value = ParseUrl::new("QUERY", Some("q"), None)?;
/// assert_eq!(value.of("http://h/?p=1&q=2%20").as_deref(), Some("2%20"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParseUrl {
    parser: &'static dyn Parser,
    part: Part,
}

#[derive(Clone, Debug)]
enum Part {
    Protocol,
    Authority,
    Userinfo,
    Host,
    Path,
    /// The query, or the value of its first pair with this key.
    Query(Option<String>),
    Ref,
    File,
}

impl ParseUrl {
    /// The part `PROTOCOL`, `AUTHORITY`, `USERINFO`, `HOST`, `PATH`, `QUERY`, `REF` or `FILE`; for `QUERY`, perhaps the
    /// value of the first pair with a key. The parser is `java`, that of Spark, unless another one is named.
    ///
    /// # Errors
    ///
    /// There is no such part or parser, or another part than `QUERY` has a key.
    pub fn new(part: &str, key: Option<&str>, parser: Option<&str>) -> Result<Self, String> {
        let name = parser.unwrap_or("java");
        let Some(parser) = by_name(name) else {
            let names: Vec<_> = ALL.iter().map(|parser| parser.name()).collect();
            return Err(format!("unknown parser {name:?}: expected {}", names.join(", ")));
        };
        let part = match part {
            "QUERY" => Part::Query(key.map(|key| format!("{key}="))),
            _ if key.is_some() => return Err(format!("only QUERY has a key, found {part:?}")),
            "PROTOCOL" => Part::Protocol,
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
        Ok(Self { parser, part })
    }

    /// The part of a text, not decoded. `None` if the program refuses the text or finds no such part.
    #[must_use]
    pub fn of(&self, text: &str) -> Option<String> {
        let reading = self.parser.read(text).ok()?;
        match &self.part {
            Part::Protocol => reading.scheme().map(str::to_owned),
            Part::Authority if self.parser.name() == "java" => raw_authority(text, &reading),
            Part::Authority => authority(&reading),
            Part::Userinfo => reading.userinfo().map(str::to_owned),
            Part::Host => reading.host().map(str::to_owned),
            Part::Path => reading.path().map(str::to_owned),
            Part::Query(None) => reading.query().map(str::to_owned),
            Part::Query(Some(key)) => value(reading.query()?, key).map(str::to_owned),
            Part::Ref => reading.fragment().map(str::to_owned),
            Part::File => {
                let path = reading.path()?;
                Some(match reading.query() {
                    Some(query) => format!("{path}?{query}"),
                    None => path.to_owned(),
                })
            }
        }
    }
}

/// Java's authority as it stands in the text, which may be none of a server: then it has no host.
fn raw_authority(text: &str, reading: &Reading<'_>) -> Option<String> {
    let scheme = reading.scheme().map_or(0, |scheme| scheme.len() + 1);
    let behind = text.get(scheme..)?.strip_prefix("//")?;
    let end = behind.find(['/', '?', '#']).unwrap_or(behind.len());
    behind.get(..end).filter(|authority| !authority.is_empty()).map(str::to_owned)
}

fn authority(reading: &Reading<'_>) -> Option<String> {
    let userinfo = reading.userinfo().map(|it| format!("{it}@")).unwrap_or_default();
    let port = reading.port().map(|it| format!(":{it}")).unwrap_or_default();
    Some(format!("{userinfo}{}{port}", reading.host()?))
}

/// The value of the first pair that begins with `key`, which ends with `=`. It is not decoded.
fn value<'q>(query: &'q str, key: &str) -> Option<&'q str> {
    query.split('&').find_map(|pair| pair.strip_prefix(key))
}
