//! Running the rules over an identifier, and applying the fixes.

use alloc::string::String;
use alloc::vec::Vec;

use oneiri::{Alphabet, Normalization, Ri, SchemePresence};

use crate::inspection::Inspection;
use crate::lints::{Finding, Fix, Lints};
use crate::plain::is_plain;

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
pub fn lint<T: AsRef<str>, A: Alphabet, F: SchemePresence>(identifier: &Ri<T, A, F>) -> Vec<Finding> {
    Lints::WEB.check(identifier)
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
    pub fn check<T: AsRef<str>, A: Alphabet, F: SchemePresence>(&self, identifier: &Ri<T, A, F>) -> Vec<Finding> {
        let identifier = identifier.as_borrowed();
        if is_plain(&identifier) { Vec::new() } else { self.check_all(&identifier) }
    }

    /// The findings of all rules.
    fn check_all<A: Alphabet, F: SchemePresence>(&self, identifier: &Ri<&str, A, F>) -> Vec<Finding> {
        let clean = || String::from(identifier.normalize_steps(Normalization::PATH).path().as_str());
        Inspection::new(identifier, self).by_all_rules(&clean)
    }

    /// The identifier with all fixes applied, repeatedly, until no finding has a fix; `None` if no finding had one.
    pub fn fix<T: AsRef<str>, A: Alphabet, F: SchemePresence>(
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
    fn fix_once<T: AsRef<str>, A: Alphabet, F: SchemePresence>(
        &self,
        identifier: &Ri<T, A, F>,
    ) -> Option<Ri<String, A, F>> {
        let fixed = applied(self.check(identifier), identifier.as_ref())?;
        Ri::<String, A, F>::parse(fixed).ok()
    }
}

/// The text with the fixes of these findings; `None` if there is no fix.
fn applied(findings: Vec<Finding>, text: &str) -> Option<String> {
    let mut fixes: Vec<Fix> = findings.into_iter().filter_map(|finding| finding.fix).collect();
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
    (!fixes.is_empty()).then_some(fixed)
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use oneiri::IriRef;

    use super::*;
    use crate::level::Profile;

    /// Pieces of identifiers: with each one of them a rule may find something, or may not.
    const PIECES: [[&str; 14]; 4] = [
        [
            "http:", "https:", "HTTP:", "ftp:", "ws:", "wss:", "urn:", "x:", "", "file:", "coap:", "mailto:", "data:",
            "hTtps:",
        ],
        [
            "//h", "//www.example.com", "//EXAMPLE.org", "//a-b.c1", "//-a.b", "//a-.b", "//a..b", "//a.b.",
            "//xn--a.b", "//ab--c.d", "//1.2.3.4", "//a.0x7", "//u@h", "//h:80",
        ],
        ["/", "", "/a/b.c", "/a//b", "/a/./b", "/a/..", "/.a", "/a.", "/%7E", "/é", "/~a_b", "//", "/a:b@c", "/%2e"],
        ["", "?q=1&r", "#f", "?%41", "?a//b/./..", "#é", "?é", "#//", "?", "#", "?q#f", "?/../", "#%zz", "?a:b@c"],
    ];

    /// An identifier that is plain has no findings, whatever is looked for.
    #[test]
    fn nothing_is_found_in_what_is_plain() {
        let [schemes, hosts, paths, rests] = PIECES;
        let (lints, mut plain, mut others) = (Lints::new(Profile::Strict), 0, 0);
        let long = "a".repeat(64);
        let label = [".", &long[1..], ".", &long].map(String::from);
        let hosts = hosts.map(String::from).into_iter().chain([
            format!("//{}.b", &long[1..]),
            format!("//{long}.b"),
            format!("//{0}.{0}.{0}.{1}", &long[1..], &long[3..]),
            format!("//{0}.{0}.{0}.{1}", &long[1..], &long[2..]),
            format!("//h{}", label[0]),
        ]);
        for host in hosts {
            for scheme in schemes {
                for path in paths {
                    for rest in rests {
                        let text = format!("{scheme}{host}{path}{rest}");
                        let Ok(iri) = IriRef::parse(&text) else { continue };
                        if is_plain(&iri) {
                            plain += 1;
                            assert_eq!(lints.check_all(&iri), [], "{text}");
                        } else {
                            others += 1;
                        }
                    }
                }
            }
        }
        assert!(plain > 100 && others > 1000, "{plain} plain, {others} others");
    }
}
