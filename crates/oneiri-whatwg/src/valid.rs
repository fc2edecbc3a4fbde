//! Valid URL strings (section 4.3 of the Standard, "URL writing").

use crate::Url;

/// Whether a text is a valid URL string (section 4.3, "URL writing"), relative to a base if there is one. The parser reads many
/// texts that nobody should write, and this function tells you which they are: for example, check with it what an
/// author has written, and parse what you have to read.
///
/// It needs the feature `idna` to say that a domain such as `a_b` is not valid.
///
/// ```
/// use oneiri_whatwg::{Url, is_valid_url_string};
///
/// let base = Url::parse("https://h/")?;
/// assert!(is_valid_url_string("https://example.com/a?b#c", None));
/// assert!(is_valid_url_string("../a", Some(&base)));
/// for readable in ["https:example.com", r"https://h\a", "https://me@h/", "https://h/a b", "https://1.2.3/"] {
///     assert!(Url::parse(readable).is_ok() && !is_valid_url_string(readable, None));
/// }
/// # Ok::<(), oneiri_whatwg::Error>(())
/// ```
#[must_use]
pub fn is_valid_url_string(text: &str, base: Option<&Url>) -> bool {
    let (url, errors) = Url::parse_with_errors(text, base);
    url.is_ok() && errors.is_empty()
}
