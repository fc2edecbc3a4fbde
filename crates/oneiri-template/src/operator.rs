//! The operators of expressions: RFC 6570 sections 2.2 and 3.2.2 to 3.2.9.

/// The operator of an expression (RFC 6570 section 2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// `{x}`: unreserved characters stay, all others are percent-encoded (section 3.2.2).
    Simple,
    /// `{+x}`: reserved characters and escapes stay, too (section 3.2.3).
    Reserved,
    /// `{#x}`: as [`Reserved`](Self::Reserved), after `#` (section 3.2.4).
    Fragment,
    /// `{.x}`: labels after `.` (section 3.2.5).
    Label,
    /// `{/x}`: segments of a path after `/` (section 3.2.6).
    Path,
    /// `{;x}`: parameters of a path after `;` (section 3.2.7).
    Parameter,
    /// `{?x}`: the pairs of a query after `?` (section 3.2.8).
    Query,
    /// `{&x}`: more pairs of a query after `&` (section 3.2.9).
    Continuation,
}

/// How an operator expands: the table of RFC 6570 appendix A.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// The text before the first defined variable.
    pub(crate) first: &'static str,
    /// The byte between variables, and between the items of an exploded one.
    pub(crate) separator: u8,
    /// Whether the name of a variable is before its value.
    pub(crate) named: bool,
    /// The text between a name and an empty value.
    pub(crate) if_empty: &'static str,
    /// Whether reserved characters and escapes stay as they are.
    pub(crate) reserved: bool,
}

impl Operator {
    /// The operator that this byte represents.
    pub(crate) const fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            b'+' => Self::Reserved,
            b'#' => Self::Fragment,
            b'.' => Self::Label,
            b'/' => Self::Path,
            b';' => Self::Parameter,
            b'?' => Self::Query,
            b'&' => Self::Continuation,
            _ => return None,
        })
    }

    /// The operator as it is in a template; empty for [`Simple`](Self::Simple).
    ///
    /// ```
    /// assert_eq!(oneiri_template::Operator::Query.as_str(), "?");
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Simple => "",
            Self::Reserved => "+",
            _ => self.rules().first,
        }
    }

    pub(crate) fn rules(self) -> Rules {
        let rules = |first, separator, named, if_empty, reserved| Rules { first, separator, named, if_empty, reserved };
        match self {
            Self::Simple => rules("", b',', false, "", false),
            Self::Reserved => rules("", b',', false, "", true),
            Self::Fragment => rules("#", b',', false, "", true),
            Self::Label => rules(".", b'.', false, "", false),
            Self::Path => rules("/", b'/', false, "", false),
            Self::Parameter => rules(";", b';', true, "", false),
            Self::Query => rules("?", b'&', true, "=", false),
            Self::Continuation => rules("&", b'&', true, "=", false),
        }
    }
}
