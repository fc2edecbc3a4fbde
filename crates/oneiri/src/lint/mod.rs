//! What is legal and yet unwise, or wrong by the rules of its scheme (feature `lint`).
//!
//! Each thing that can be found has a [`Code`], with a level in each [`Profile`]. Where there is a
//! fix, it leaves an identifier that is equal to the one given, at the rung that the code names.
//!
//! ```
//! use oneiri::lint::{Code, Lints};
//! use oneiri::{Rung, Uri};
//!
//! let uri = Uri::parse("http://me:secret@example.com:80/%7Eme")?;
//! let lints = Lints::default();
//! let codes: Vec<_> = lints.check(&uri).iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, [Code::Userinfo, Code::Password, Code::DefaultPort, Code::UnneededEscape]);
//!
//! let fixed = lints.fix(&uri).expect("something to fix");
//! assert_eq!(fixed, "http://me:secret@example.com/~me");
//! assert!(uri.equivalent_at(&fixed, Rung::Scheme));
//! # Ok::<(), oneiri::Error>(())
//! ```

mod authority;
mod characters;
mod code;
mod escapes;
mod host;
mod ipv4;
mod path;
mod schemes;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

pub use code::{Code, Level, Profile, UnknownCode};

use crate::registry::{Registry, SchemeRules};
use crate::ri::{Alphabet, Form, Ri};
use crate::syntax::error::Component;
use crate::syntax::spans::Untyped;

/// Which codes are looked for, and how much each weighs.
///
/// ```
/// use oneiri::lint::{Code, Level, Lints, Profile};
///
/// let mut lints = Lints::new(Profile::Web);
/// lints.set(Code::DotSegments, Level::Deny);
/// assert_eq!(lints.level(Code::DotSegments), Level::Deny);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lints {
    levels: [Level; Code::COUNT],
}

/// As [`Profile::Web`] has them.
impl Default for Lints {
    fn default() -> Self {
        Self::new(Profile::default())
    }
}

/// Something found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// How much it weighs: never [`Level::Allow`].
    pub level: Level,
    /// The component in which it lies.
    pub component: Component,
    /// Its bytes in the text; none where something is missing.
    pub range: Range<usize>,
    /// What there is to say of this one; empty if the summary says it all. It never quotes a
    /// userinfo.
    pub detail: Cow<'static, str>,
    /// How to be rid of it.
    pub fix: Option<Fix>,
}

/// A replacement, which leaves an identifier equal to the one given at the rung that
/// [`Code::fix_rung`] names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fix {
    /// The bytes to be replaced.
    pub range: Range<usize>,
    /// What to put there.
    pub text: String,
}

/// `component: summary: detail (section)`
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.component, self.code.summary())?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        write!(f, " ({})", self.code.section())
    }
}

/// So many times fixes are applied at the most. Every fix leads towards the normal form of the scheme
/// rung, and three rounds are all it ever took; a bound costs nothing.
const ROUNDS: usize = 16;

impl Lints {
    /// The levels of a profile.
    ///
    /// ```
    /// use oneiri::lint::{Lints, Profile};
    ///
    /// assert_eq!(Lints::new(Profile::Web), Lints::default());
    /// ```
    pub fn new(profile: Profile) -> Self {
        let mut levels = [Level::Allow; Code::COUNT];
        for (level, code) in levels.iter_mut().zip(Code::all()) {
            *level = code.level(profile);
        }
        Self { levels }
    }

    /// The level of a code.
    ///
    /// ```
    /// use oneiri::lint::{Code, Level, Lints};
    ///
    /// assert_eq!(Lints::default().level(Code::Password), Level::Deny);
    /// ```
    pub fn level(&self, code: Code) -> Level {
        self.levels[code as usize]
    }

    /// Gives a code another level.
    ///
    /// ```
    /// use oneiri::lint::{Code, Level, Lints};
    ///
    /// let mut lints = Lints::default();
    /// lints.set(Code::Password, Level::Allow);
    /// assert!(lints.check(&oneiri::uri!("ftp://u:p@h/")).is_empty());
    /// ```
    pub fn set(&mut self, code: Code, level: Level) {
        self.levels[code as usize] = level;
    }

    /// What is to be said of an identifier, from left to right.
    ///
    /// ```
    /// use oneiri::lint::{Code, Lints};
    ///
    /// let uri = oneiri::Uri::parse("http://2130706433/")?;
    /// let findings = Lints::default().check(&uri);
    /// assert_eq!(findings[0].code, Code::Ipv4LookAlike);
    /// assert_eq!(findings[0].detail, "read as 127.0.0.1");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn check<T: AsRef<str>, A: Alphabet, F: Form>(
        &self,
        identifier: &Ri<T, A, F>,
    ) -> Vec<Finding> {
        let identifier = identifier.as_borrowed();
        let source = identifier.untyped();
        let rules = source.scheme().map(|scheme| Registry::default().rules(scheme));
        let findings = Vec::new();
        let mut look = Look { source, unicode: A::UNICODE, rules, lints: self, findings };
        look.at_scheme();
        look.at_authority();
        look.at_host();
        look.at_path(identifier.normalize_steps(crate::normalize::Steps::PATH).path());
        look.at_escapes();
        look.at_characters();
        look.at_rules_of_the_scheme();
        let mut findings = look.findings;
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end, finding.code));
        findings
    }

    /// The identifier with all fixes applied, until there is nothing left to fix; `None` if there was
    /// nothing.
    ///
    /// ```
    /// use oneiri::lint::Lints;
    ///
    /// let uri = oneiri::Uri::parse("HTTP://example.com:/a/%2e%2e/%7e")?;
    /// assert_eq!(Lints::default().fix(&uri).expect("something to fix"), "http://example.com/~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn fix<T: AsRef<str>, A: Alphabet, F: Form>(
        &self,
        identifier: &Ri<T, A, F>,
    ) -> Option<Ri<String, A, F>> {
        let mut fixed = self.fix_once(identifier)?;
        for _ in 1..ROUNDS {
            match self.fix_once(&fixed) {
                Some(further) => fixed = further,
                None => break,
            }
        }
        Some(fixed)
    }

    /// All fixes of one look that do not overlap.
    fn fix_once<T: AsRef<str>, A: Alphabet, F: Form>(
        &self,
        identifier: &Ri<T, A, F>,
    ) -> Option<Ri<String, A, F>> {
        let text = identifier.as_ref();
        let mut fixes: Vec<Fix> =
            self.check(identifier).into_iter().filter_map(|finding| finding.fix).collect();
        fixes.sort_by_key(|fix| (fix.range.start, fix.range.end));
        let (mut fixed, mut kept) = (String::with_capacity(text.len()), 0);
        for fix in &fixes {
            if let Some(before) = text.get(kept..fix.range.start) {
                fixed.push_str(before);
                fixed.push_str(&fix.text);
                kept = fix.range.end;
            }
        }
        fixed.push_str(text.get(kept..)?);
        if fixes.is_empty() { None } else { Ri::<String, A, F>::parse(fixed).ok() }
    }
}

/// An identifier that is looked at, and what was found so far.
struct Look<'a> {
    source: Untyped<'a, 'a>,
    /// It may hold characters beyond ASCII.
    unicode: bool,
    /// Of its scheme, if it has one.
    rules: Option<SchemeRules>,
    lints: &'a Lints,
    findings: Vec<Finding>,
}

impl<'a> Look<'a> {
    fn looks_for(&self, code: Code) -> bool {
        self.lints.level(code) > Level::Allow
    }

    fn find(
        &mut self,
        code: Code,
        component: Component,
        range: Range<usize>,
        detail: impl Into<Cow<'static, str>>,
    ) {
        self.push(code, component, range, detail.into(), None);
    }

    fn find_fixable(
        &mut self,
        code: Code,
        component: Component,
        range: Range<usize>,
        detail: impl Into<Cow<'static, str>>,
        fix: Fix,
    ) {
        self.push(code, component, range, detail.into(), Some(fix));
    }

    fn push(
        &mut self,
        code: Code,
        component: Component,
        range: Range<usize>,
        detail: Cow<'static, str>,
        fix: Option<Fix>,
    ) {
        let level = self.lints.level(code);
        if level > Level::Allow {
            self.findings.push(Finding { code, level, component, range, detail, fix });
        }
    }

    fn scheme_is(&self, names: &[&str]) -> bool {
        let is = |scheme: &str| names.iter().any(|name| name.eq_ignore_ascii_case(scheme));
        self.source.scheme().is_some_and(is)
    }

    /// Whether the path is one of segments: a rootless path behind a scheme is the scheme's own
    /// business, and may be data.
    fn has_segments(&self) -> bool {
        let Untyped { spans, .. } = self.source;
        !spans.has_scheme() || spans.has_authority() || self.source.path().starts_with('/')
    }

    /// The text of a component and where it begins; `None` if it is absent.
    fn part(&self, component: Component) -> Option<(&'a str, usize)> {
        let text = match component {
            Component::Scheme => self.source.scheme(),
            Component::Userinfo => self.source.userinfo(),
            Component::Host => self.source.host(),
            Component::Port => self.source.port(),
            Component::Path => Some(self.source.path()),
            Component::Query => self.source.query(),
            Component::Fragment => self.source.fragment(),
            Component::Text => None,
        };
        text.map(|text| (text, self.source.range(component).start))
    }
}
