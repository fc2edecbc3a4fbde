//! Which repairs are no guesses.

use oneiri::{Component, Split};

use crate::error::Error;

/// Checks that the repair of a text is what its author means, where the repair percent-encodes what no identifier may have.
/// `host` is the host after the repair. A percent-encoded space in a host names no host, and a backslash may mean a slash,
/// as browsers read it, so both repairs would be guesses.
///
/// With [`Options::repairs`](crate::Options::repairs) a declaration whose repair would be a guess declares nothing.
///
/// # Errors
///
/// The characters whose repair would be a guess.
///
/// ```
/// use oneiri::IriRef;
/// use oneiri_documents::certain_repair;
///
/// let is_certain = |text| IriRef::parse_lenient(text).is_ok_and(|it| certain_repair(text, it.host().as_deref()).is_ok());
/// assert!(is_certain("http://h/a b") && !is_certain("http://a b/") && !is_certain("http://h/a\\b"));
/// ```
pub fn certain_repair(text: &str, host: Option<&str>) -> Result<(), Error> {
    let given = Split::of(text).range(Component::Host);
    if let Some(given) = given.filter(|given| text.get(given.clone()) != host) {
        let message = "host: these characters cannot stand in the name of a host, also if they are percent-encoded; write the host that you mean";
        return Err(Error::new(given, message));
    }
    let ambiguous = [
        ('\0', "U+0000 (NUL) stands in no URL; if the file is UTF-16, convert it to UTF-8 first"),
        ('\\', "'\\' can mean '/', as browsers read it, or %5C: write the one that you mean"),
    ];
    match ambiguous.into_iter().find_map(|(c, message)| Some((text.find(c)?, message))) {
        Some((at, message)) => Err(Error::new(at..at + 1, message)),
        None => Ok(()),
    }
}
