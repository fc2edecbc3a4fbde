//! Running the rules over an identifier, and applying the fixes.

use alloc::string::String;
use alloc::vec::Vec;

use oneiri::{Alphabet, Form, Ri, Steps};

use crate::lints::{Finding, Fix, Lints};
use crate::look::Look;

/// The most rounds of fixes that are applied to one identifier. Every fix leads towards the normal form of the
/// scheme rung, and no identifier is known that needs more than three rounds.
const ROUNDS: usize = 16;

/// All findings about an identifier, from left to right, at the levels of [`Profile::Web`](crate::Profile::Web).
///
/// This is [`Lints::check`] of the default [`Lints`].
///
/// ```
/// use oneiri_lint::{Code, lint};
///
/// let uri = oneiri::Uri::parse("http://2130706433/")?;
/// let findings = lint(&uri);
/// assert_eq!(findings[0].code, Code::Ipv4LookAlike);
/// assert_eq!(findings[0].detail, "read as 127.0.0.1");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn lint<T: AsRef<str>, A: Alphabet, F: Form>(identifier: &Ri<T, A, F>) -> Vec<Finding> {
    Lints::default().check(identifier)
}

impl Lints {
    /// All findings about an identifier, from left to right.
    ///
    /// ```
    /// use oneiri_lint::{Code, Lints, Profile};
    ///
    /// let iri = oneiri::Iri::parse("http://example.com/ros%C3%A9")?;
    /// let findings = Lints::new(Profile::Rdf).check(&iri);
    /// assert_eq!(findings[0].code, Code::EscapedCharacter);
    /// assert_eq!(&iri.as_str()[findings[0].range.clone()], "%C3%A9");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn check<T: AsRef<str>, A: Alphabet, F: Form>(
        &self,
        identifier: &Ri<T, A, F>,
    ) -> Vec<Finding> {
        let identifier = identifier.as_borrowed();
        let mut look = Look::new(&identifier, self);
        look.at_scheme();
        look.at_authority();
        look.at_host();
        look.at_path(&identifier.normalize_steps(Steps::PATH).path());
        look.at_escapes();
        look.at_characters();
        look.at_rules_of_the_scheme();
        look.into_findings()
    }

    /// The identifier with all fixes applied, repeatedly, until no finding has a fix; `None` if no finding had one.
    ///
    /// ```
    /// use oneiri_lint::Lints;
    ///
    /// let lints = Lints::default();
    /// let uri = oneiri::Uri::parse("HTTP://example.com:/a/%2e%2e/%7e")?;
    /// let fixed = lints.fix(&uri).ok_or("nothing to fix")?;
    /// assert_eq!(fixed, "http://example.com/~");
    /// assert!(lints.fix(&fixed).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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

    /// Applies the fixes of one check. Of two fixes that overlap, the left one is applied.
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
