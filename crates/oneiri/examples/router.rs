//! A router: a path is split into segments first, and each segment is decoded and compared as data.
//!
//! ```text
//! /                           / []
//! /users/42?full              /users/{id} [("id", "42")]
//! /users/Ada%20L/files/a%2Fb  /users/{id}/files/{name} [("id", "Ada L"), ("name", "a/b")]
//! /x/%2E%2E/%75sers/7         /users/{id} [("id", "7")]
//! /users//                    not found
//! ```

use oneiri::component::Path;
use oneiri::{Error, uri};

const ROUTES: [&str; 3] = ["/", "/users/{id}", "/users/{id}/files/{name}"];

/// The parameters of a path that fits a pattern, decoded. `{name}` represents one segment that is not empty.
fn matches<'p>(pattern: &'p str, path: Path<'_>) -> Result<Option<Vec<(&'p str, String)>>, Error> {
    let mut parameters = Vec::new();
    let mut segments = path.segments();
    for part in Path::from(pattern).segments() {
        let Some(segment) = segments.next() else { return Ok(None) };
        // `%2F` is decoded after the split, so a slash in a file name does not become a separator.
        let segment = segment.decode()?;
        let name = part.as_str().strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        match name {
            Some(name) if !segment.is_empty() => parameters.push((name, segment.into_owned())),
            None if part == *segment => {}
            _ => return Ok(None),
        }
    }
    Ok(segments.next().is_none().then_some(parameters))
}

/// Resolves the target of a request and names its route.
fn route(target: &str) -> Result<String, Error> {
    // Normalizing decodes `%2E` and removes dot segments before any route is compared.
    let uri = uri!("http://app.example/").join(target)?.normalize().into_owned();
    for pattern in ROUTES {
        if let Some(parameters) = matches(pattern, uri.path())? {
            return Ok(format!("{pattern} {parameters:?}"));
        }
    }
    Ok("not found".into())
}

pub(crate) fn main() -> Result<(), Error> {
    for target in ["/", "/users/42?full", "/users/Ada%20L/files/a%2Fb", "/x/%2E%2E/%75sers/7", "/users//"] {
        println!("{target:<27} {}", route(target)?);
    }
    assert!(route("/users/%FF").is_err(), "octets that are not UTF-8 are not a parameter");
    Ok(())
}
