//! Literals that are checked when the program is compiled.

/// A [`Template`](crate::Template) from a literal, which the compiler checks.
///
/// ```
/// let template = oneiri_template::template!("/users/{id}");
/// assert_eq!(template.as_str(), "/users/{id}");
/// ```
///
/// A text that is not a template does not compile, and the compiler says what is expected, here `expected '}'`:
///
/// ```compile_fail
/// let template = oneiri_template::template!("/users/{id");
/// ```
#[macro_export]
macro_rules! template {
    ($text:expr $(,)?) => {{
        const {
            if let ::core::option::Option::Some(expected) = $crate::__expected($text) {
                ::core::panic!("{}", expected);
            }
        };
        $crate::Template::from_static($text)
    }};
}
