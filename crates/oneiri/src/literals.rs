//! Literals that are checked when the program is compiled.

/// A [`Uri`](crate::Uri) literal, which the compiler checks; usable in constants.
///
/// ```
/// use oneiri::{Uri, uri};
///
/// const HOME: Uri<'_> = uri!("https://example.org/");
/// assert_eq!(HOME.host().as_deref(), Some("example.org"));
/// ```
///
/// A text that is not a URI does not compile, and the message of the compiler says why:
///
/// ```compile_fail
/// let home = oneiri::uri!("https://example.org/a b");
/// ```
#[macro_export]
macro_rules! uri {
    ($text:expr $(,)?) => {
        const { $crate::Uri::<'static>::from_static($text) }
    };
}

/// A [`UriRef`](crate::UriRef) literal, which the compiler checks; see [`uri!`](crate::uri).
///
/// ```
/// assert_eq!(oneiri::uri_ref!("../a?b").query().as_deref(), Some("b"));
/// ```
#[macro_export]
macro_rules! uri_ref {
    ($text:expr $(,)?) => {
        const { $crate::UriRef::<'static>::from_static($text) }
    };
}

/// An [`Iri`](crate::Iri) literal, which the compiler checks; see [`uri!`](crate::uri).
///
/// ```
/// assert_eq!(oneiri::iri!("http://example.org/rosé").path(), "/rosé");
/// ```
#[macro_export]
macro_rules! iri {
    ($text:expr $(,)?) => {
        const { $crate::Iri::<'static>::from_static($text) }
    };
}

/// An [`IriRef`](crate::IriRef) literal, which the compiler checks; see [`uri!`](crate::uri).
///
/// ```
/// assert_eq!(oneiri::iri_ref!("#été").fragment().as_deref(), Some("été"));
/// ```
#[macro_export]
macro_rules! iri_ref {
    ($text:expr $(,)?) => {
        const { $crate::IriRef::<'static>::from_static($text) }
    };
}
