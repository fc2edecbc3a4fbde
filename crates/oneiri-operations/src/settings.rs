//! The options of a call.

use oneiri::{Edit, Normalization, OnInvalid, Rung};
use oneiri_lint::Lints;

/// The options of a call. An operation reads only those that its row of the table names.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// The rung of a normal form.
    pub rung: Rung,
    /// The steps of a normalization.
    pub steps: Normalization,
    /// The component that is set.
    pub part: Option<Part>,
    /// Whether a value that does not fit its component is made to fit, or is an error.
    pub policy: OnInvalid,
    /// Which lints are checked; `None` for those that are on by default.
    pub lints: Option<&'a Lints>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        let steps = Normalization::NONE;
        Self { rung: Rung::Scheme, steps, part: None, policy: OnInvalid::Refuse, lints: None }
    }
}

/// What [`Operation::Set`](crate::Operation::Set) replaces: a component, or the authority.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the RFC's own nouns")]
pub enum Part {
    Scheme,
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
    Authority,
}

impl Part {
    /// The edit that gives the part this value, or removes it. `None` if the part cannot be removed: the scheme. A path
    /// without a value becomes empty.
    ///
    /// ```
    /// use oneiri::Edit;
    /// use oneiri_operations::Part;
    ///
    /// assert_eq!(Part::Port.edit(Some("80")), Some(Edit::Port(Some("80"))));
    /// assert_eq!((Part::Path.edit(None), Part::Scheme.edit(None)), (Some(Edit::Path("")), None));
    /// ```
    #[must_use]
    pub fn edit(self, value: Option<&str>) -> Option<Edit<'_>> {
        Some(match self {
            Self::Scheme => Edit::Scheme(value?),
            Self::Userinfo => Edit::Userinfo(value),
            Self::Host => Edit::Host(value),
            Self::Port => Edit::Port(value),
            Self::Path => Edit::Path(value.unwrap_or_default()),
            Self::Query => Edit::Query(value),
            Self::Fragment => Edit::Fragment(value),
            Self::Authority => Edit::Authority(value),
        })
    }
}
