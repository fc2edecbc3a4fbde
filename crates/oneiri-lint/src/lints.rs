//! The configuration of a lint run and the findings that it returns.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use oneiri::Component;

use crate::code::Code;
use crate::level::{Level, Profile};

/// The level of every code: which codes [`check`](Self::check) looks for, and which of them are a reason to reject an identifier.
///
/// ```
/// use oneiri_lint::{Code, Level, Lints, Profile};
///
/// let mut lints = Lints::new(Profile::Web).with(Code::DotSegments, Level::Deny);
/// lints.set(Code::Password, Level::Allow);
/// assert_eq!([Code::DotSegments, Code::Password].map(|code| lints.level(code)), [Level::Deny, Level::Allow]);
/// let uri = oneiri::Uri::parse("http://h/a/../b")?;
/// assert!(lints.check(&uri).iter().any(|finding| finding.level == Level::Deny));
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lints {
    levels: [Level; Code::COUNT],
}

/// The levels of [`Profile::Web`].
impl Default for Lints {
    fn default() -> Self {
        Self::WEB.clone()
    }
}

impl Lints {
    /// The levels of [`Profile::Web`].
    pub(crate) const WEB: &'static Self = &Self::new(Profile::Web);

    /// The levels of a profile.
    pub const fn new(profile: Profile) -> Self {
        Self { levels: Code::levels(profile) }
    }

    /// The level of a code.
    pub fn level(&self, code: Code) -> Level {
        self.levels[code as usize]
    }

    /// Gives a code another level.
    pub fn set(&mut self, code: Code, level: Level) {
        self.levels[code as usize] = level;
    }

    /// Like [`set`](Self::set), as a step in a chain of calls.
    #[must_use]
    pub fn with(mut self, code: Code, level: Level) -> Self {
        self.set(code, level);
        self
    }
}

/// A stretch of an identifier to which a code applies.
///
/// `Display` writes `component: summary: detail (section)`, and `text` for the whole text.
///
/// ```
/// let uri = oneiri::Uri::parse("HTTP://h/")?;
/// let finding = oneiri_lint::lint(&uri).remove(0);
/// assert_eq!(finding.to_string(), "scheme: schemes are written in lower case (RFC 3986 section 3.1)");
/// let fix = finding.fix.ok_or("no fix")?;
/// assert_eq!((finding.range, fix.range, &*fix.text), (0..4, 0..4, "http"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The code that applies.
    pub code: Code,
    /// The level of the code in the [`Lints`] that were used; never [`Level::Allow`].
    pub level: Level,
    /// The component that contains the stretch; `None` if the finding is about the whole text.
    pub component: Option<Component>,
    /// The bytes of the stretch in the text; an empty range where a part is missing.
    pub range: Range<usize>,
    /// A detail that the summary of the code does not have, such as the address as which programs read a host. Empty if the
    /// summary is enough. A userinfo is never quoted.
    pub detail: Cow<'static, str>,
    /// The replacement that removes the finding, if there is one.
    pub fix: Option<Fix>,
}

/// A replacement. The identifier that results is equal to the given one at the rung that
/// [`Code::fix_rung`] returns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// The bytes to replace.
    pub range: Range<usize>,
    /// The text to put in their place.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component.map_or("text", Component::name);
        let [colon, detail] = if self.detail.is_empty() { ["", ""] } else { [": ", &*self.detail] };
        // Piece by piece, because `write!` formats each piece, which takes longer.
        [component, ": ", self.code.summary(), colon, detail, " (", self.code.section(), ")"]
            .into_iter()
            .try_for_each(|piece| f.write_str(piece))
    }
}
