//! The codes. One table holds everything about them; `docs/lint.md` and `oneiri lint --codes` print it.

use core::fmt;
use core::str::FromStr;

use oneiri::Rung;

use crate::level::{Level, Profile};

/// A problem that an identifier can have. The name and the id of a code are stable, and a later version never gives
/// them to another code.
///
/// ```
/// use oneiri::Rung;
/// use oneiri_lint::{Code, Level, Profile};
///
/// let code: Code = "L203".parse()?;
/// assert_eq!((code, code.name()), (Code::DefaultPort, "default-port"));
/// assert_eq!("default-port".parse(), Ok(code));
/// assert_eq!((code.id(), code.section()), ("L203", "RFC 3986 section 3.2.3"));
/// assert_eq!(code.summary(), "the default port can be left out");
/// assert_eq!((code.fix_rung(), Code::Password.fix_rung()), (Some(Rung::Scheme), None));
/// assert_eq!((Code::EmptyPath.level(Profile::Rdf), Code::EmptyPath.level(Profile::Web)), (Level::Warn, Level::Allow));
/// assert_eq!(code.example(), "http://h:80/");
/// assert!(code.why().starts_with("The address without the port leads to the same place."));
/// # Ok::<(), oneiri_lint::UnknownCode>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the table has the summary of each code")]
pub enum Code {
    UnregisteredScheme,
    UpperCaseScheme,
    RelativeReference,
    MissingScheme,
    ScriptScheme,
    MistypedScheme,
    SecondIdentifier,
    Password,
    Userinfo,
    DefaultPort,
    EmptyPort,
    ZerosInPort,
    PortOutOfRange,
    MissingHost,
    UpperCaseHost,
    Ipv4LookAlike,
    NotADomainName,
    PunycodeHost,
    MixedScriptHost,
    ConfusableHost,
    OtherHost,
    LocalHost,
    DotSegments,
    EncodedDotSegment,
    EmptyPath,
    EmptySegment,
    RootlessDotSegments,
    LowerCaseEscape,
    UnneededEscape,
    EscapedCharacter,
    EncodedDelimiter,
    EncodedNul,
    EncodedControl,
    DoubleEncoding,
    NotUtf8,
    NotNfc,
    BidiControl,
    BidiStructure,
    PrivateUse,
    InvisibleCharacter,
    UrnSyntax,
    UrnNamespace,
    UrnCase,
    UrnUuid,
    FileHost,
    FileSyntax,
    FileLocalHost,
    DataSyntax,
    DataBase64,
    DataPage,
    MailtoSyntax,
    WsFragment,
    TelSyntax,
    TelContext,
}

struct Entry {
    code: Code,
    id: &'static str,
    name: &'static str,
    /// The levels in the profiles `rdf` and `web`. The profile `strict` denies every code.
    levels: [Level; 2],
    /// The rung at which the fixed text equals the given one; `None` if the code has no fix.
    fix: Option<Rung>,
    section: &'static str,
    summary: &'static str,
}

impl Entry {
    const fn level(&self, profile: Profile) -> Level {
        let [rdf, web] = self.levels;
        match profile {
            Profile::Rdf => rdf,
            Profile::Web => web,
            Profile::Strict => Deny,
        }
    }
}

const fn row(
    code: Code,
    id: &'static str,
    name: &'static str,
    levels: [Level; 2],
    fix: Option<Rung>,
    section: &'static str,
    summary: &'static str,
) -> Entry {
    Entry { code, id, name, levels, fix, section, summary }
}

const CASE: Option<Rung> = Some(Rung::Case);
const ESCAPE: Option<Rung> = Some(Rung::Escape);
const PATH: Option<Rung> = Some(Rung::Path);
const SCHEME: Option<Rung> = Some(Rung::Scheme);

use Code as C;
use Level::{Allow, Deny, Warn};

/// The rows, in the order of the variants of [`Code`].
#[rustfmt::skip]
static TABLE: [Entry; Code::COUNT] = [
    row(C::UnregisteredScheme, "L101", "unregistered-scheme", [Warn, Warn], None,
        "RFC 7595 section 3", "the scheme is not registered with IANA"),
    row(C::UpperCaseScheme, "L102", "upper-case-scheme", [Warn, Warn], CASE,
        "RFC 3986 section 3.1", "schemes are written in lower case"),
    row(C::RelativeReference, "L103", "relative-reference", [Deny, Allow], None,
        "RDF 1.1 Concepts section 3.2", "a relative reference names nothing without a base"),
    row(C::MissingScheme, "L104", "missing-scheme", [Warn, Warn], None,
        "RFC 3986 section 4.5", "the name of a host without a scheme before it, such as \"https://\""),
    row(C::ScriptScheme, "L105", "script-scheme", [Warn, Deny], None,
        "RFC 7595 section 3.7", "a program that runs where the link is followed"),
    row(C::MistypedScheme, "L106", "mistyped-scheme", [Warn, Warn], None,
        "RFC 3986 section 3.1", "the scheme is probably mistyped"),
    row(C::SecondIdentifier, "L107", "second-identifier", [Warn, Warn], None,
        "RFC 3986 section 3", "a second identifier is glued to the first one"),
    row(C::Password, "L201", "password", [Deny, Deny], None,
        "RFC 3986 section 3.2.1", "everybody who sees the URL can read the password in it"),
    row(C::Userinfo, "L202", "userinfo", [Warn, Warn], None,
        "RFC 9110 section 4.2.4", "http and https URLs should have no userinfo, because it disguises the host"),
    row(C::DefaultPort, "L203", "default-port", [Warn, Warn], SCHEME,
        "RFC 3986 section 3.2.3", "the default port can be left out"),
    row(C::EmptyPort, "L204", "empty-port", [Warn, Warn], PATH,
        "RFC 3986 section 3.2.3", "a colon without a port can be left out"),
    row(C::ZerosInPort, "L205", "zeros-in-port", [Warn, Warn], PATH,
        "RFC 3986 section 3.2.3", "a port needs no leading zeros"),
    row(C::PortOutOfRange, "L206", "port-out-of-range", [Warn, Deny], None,
        "RFC 6335 section 6", "a port is at most 65535"),
    row(C::MissingHost, "L301", "missing-host", [Deny, Deny], None,
        "RFC 9110 section 4.2.1", "the scheme requires a host, and the host is missing"),
    row(C::UpperCaseHost, "L302", "upper-case-host", [Warn, Warn], CASE,
        "RFC 3986 section 3.2.2", "hosts are written in lower case"),
    row(C::Ipv4LookAlike, "L303", "ipv4-look-alike", [Warn, Deny], None,
        "RFC 3986 section 7.4", "the host ends in a number, so many programs read it as an IPv4 address or refuse it"),
    row(C::NotADomainName, "L304", "not-a-domain-name", [Warn, Warn], None,
        "RFC 3986 section 3.2.2", "hosts of this scheme are domain names, and this is not a domain name"),
    row(C::PunycodeHost, "L305", "punycode-host", [Warn, Allow], None,
        "RDF 1.1 Concepts section 3.2", "an IRI can hold the name itself instead of its Punycode"),
    row(C::MixedScriptHost, "L306", "mixed-script-host", [Warn, Warn], None,
        "UTS 39 section 5.2", "a label of the host mixes scripts"),
    row(C::ConfusableHost, "L307", "confusable-host", [Warn, Warn], None,
        "UTS 39 section 4", "a label of the host looks like an ASCII label"),
    row(C::OtherHost, "L308", "other-host", [Warn, Deny], None,
        "UTS 46 section 4", "browsers read another host"),
    row(C::LocalHost, "L309", "local-host", [Allow, Warn], None,
        "RFC 6890 section 2", "the host is not on the public internet"),
    row(C::DotSegments, "L401", "dot-segments", [Warn, Warn], PATH,
        "RFC 3986 section 6.2.2.3", "dot segments are for relative references"),
    row(C::EncodedDotSegment, "L402", "encoded-dot-segment", [Warn, Deny], ESCAPE,
        "RFC 3986 section 6.2.2.2", "an escaped dot segment: some programs remove it, and some do not"),
    row(C::EmptyPath, "L403", "empty-path", [Warn, Allow], SCHEME,
        "RFC 3986 section 6.2.3", "to this scheme an empty path is \"/\""),
    row(C::EmptySegment, "L404", "empty-segment", [Allow, Allow], None,
        "RFC 3986 section 3.3", "an empty segment: some servers merge slashes, and some do not"),
    row(C::RootlessDotSegments, "L405", "rootless-dot-segments", [Warn, Warn], None,
        "RFC 3986 section 6.2.2.3", "normalizing also removes dot segments here, and the segments before them"),
    row(C::LowerCaseEscape, "L501", "lower-case-escape", [Warn, Warn], CASE,
        "RFC 3986 section 6.2.2.1", "escapes are written with upper-case digits"),
    row(C::UnneededEscape, "L502", "unneeded-escape", [Warn, Warn], ESCAPE,
        "RFC 3986 section 6.2.2.2", "an unreserved character needs no escape"),
    row(C::EscapedCharacter, "L503", "escaped-character", [Warn, Allow], ESCAPE,
        "RFC 3987 section 5.3.2.3", "an IRI can hold the character as it is"),
    row(C::EncodedDelimiter, "L504", "encoded-delimiter", [Allow, Warn], None,
        "RFC 3986 section 7.3", "an escaped delimiter: a program that decodes too early divides the text there"),
    row(C::EncodedNul, "L505", "encoded-nul", [Deny, Deny], None,
        "RFC 3986 section 7.3", "an escaped NUL: some programs end the text there"),
    row(C::EncodedControl, "L506", "encoded-control", [Warn, Warn], None,
        "RFC 3986 section 7.3", "an escaped control character"),
    row(C::DoubleEncoding, "L507", "double-encoding", [Warn, Warn], None,
        "RFC 3986 section 2.4", "an escape of an escape: it may have been encoded twice"),
    row(C::NotUtf8, "L508", "not-utf8", [Warn, Warn], None,
        "RFC 3986 section 2.5", "the escaped octets are not UTF-8"),
    row(C::NotNfc, "L601", "not-nfc", [Warn, Warn], None,
        "RFC 3987 section 5.3.2.2", "the characters are not in Normalization Form C"),
    row(C::BidiControl, "L602", "bidi-control", [Deny, Deny], ESCAPE,
        "RFC 3987 section 4.1", "an IRI must not hold bidi formatting characters"),
    row(C::BidiStructure, "L603", "bidi-structure", [Warn, Warn], None,
        "RFC 3987 section 4.2", "right-to-left text that may be displayed in another order"),
    row(C::PrivateUse, "L604", "private-use", [Warn, Warn], None,
        "RFC 3987 section 2.2, iprivate", "a private-use character: its meaning is a private agreement"),
    row(C::InvisibleCharacter, "L605", "invisible-character", [Warn, Warn], None,
        "UTS 39 section 3.1", "a character that cannot be seen"),
    row(C::UrnSyntax, "L701", "urn-syntax", [Deny, Deny], None,
        "RFC 8141 section 2", "not a URN"),
    row(C::UrnNamespace, "L702", "urn-namespace", [Warn, Warn], None,
        "RFC 8141 section 5.1", "an experimental namespace of URNs"),
    row(C::UrnCase, "L703", "urn-case", [Warn, Allow], SCHEME,
        "RFC 8141 section 3.1", "the case of these letters does not matter: lower case is usual"),
    row(C::UrnUuid, "L704", "urn-uuid", [Warn, Warn], None,
        "RFC 9562 section 4", "not a UUID"),
    row(C::FileHost, "L711", "file-host", [Warn, Warn], None,
        "RFC 8089 section 2", "a file on another host, which few programs can read"),
    row(C::FileSyntax, "L712", "file-syntax", [Deny, Deny], None,
        "RFC 8089 section 2", "not a file URI"),
    row(C::FileLocalHost, "L713", "file-local-host", [Warn, Warn], SCHEME,
        "RFC 8089 section 2", "local files are usually written with an empty host"),
    row(C::DataSyntax, "L721", "data-syntax", [Deny, Deny], None,
        "RFC 2397 section 3", "not a data URI"),
    row(C::DataBase64, "L722", "data-base64", [Deny, Deny], None,
        "RFC 2397 section 3", "the data is marked as Base64 and is not Base64"),
    row(C::DataPage, "L723", "data-page", [Allow, Warn], None,
        "RFC 2397 section 6", "the data is a document that can hold scripts"),
    row(C::MailtoSyntax, "L731", "mailto-syntax", [Deny, Deny], None,
        "RFC 6068 section 2", "not a mailto URI"),
    row(C::WsFragment, "L741", "ws-fragment", [Deny, Deny], None, "RFC 6455 section 3", "ws and wss must have no fragment"),
    row(C::TelSyntax, "L751", "tel-syntax", [Deny, Deny], None, "RFC 3966 section 3", "not a tel URI"),
    row(C::TelContext, "L752", "tel-context", [Warn, Warn], None,
        "RFC 3966 section 5.1.5", "a local number must say where it is local: \"+\" or a phone-context is missing"),
];

impl Code {
    pub(crate) const COUNT: usize = Self::TelContext as usize + 1;

    /// All codes, in the order of their ids.
    ///
    /// ```
    /// use oneiri_lint::Code;
    ///
    /// let fixable = Code::all().filter(|code| code.fix_rung().is_some()).count();
    /// assert!(fixable > 10 && fixable < Code::all().count());
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|entry| entry.code)
    }

    fn entry(self) -> &'static Entry {
        // A test checks that the table has a row for each code, in order.
        &TABLE[self as usize]
    }

    /// The id of the code: a letter and three digits, such as `L201`.
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// The name of the code, such as `default-port`. `FromStr` reads names and ids.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The problem in a short sentence, without a full stop.
    pub fn summary(self) -> &'static str {
        self.entry().summary
    }

    /// The section of the specification that advises against it.
    pub fn section(self) -> &'static str {
        self.entry().section
    }

    /// The rung at which the fixed text is equal to the given one; `None` if the code has no fix.
    pub fn fix_rung(self) -> Option<Rung> {
        self.entry().fix
    }

    /// The level of the code in a profile.
    pub fn level(self, profile: Profile) -> Level {
        self.entry().level(profile)
    }

    /// The levels of all codes in a profile.
    pub(crate) const fn levels(profile: Profile) -> [Level; Self::COUNT] {
        let (mut levels, mut at) = ([Allow; Self::COUNT], 0);
        while at < Self::COUNT {
            levels[at] = TABLE[at].level(profile);
            at += 1;
        }
        levels
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is neither the name nor the id of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownCode;

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a code of `oneiri lint --codes`, by name or by id")
    }
}

impl core::error::Error for UnknownCode {}

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let named = |entry: &&Entry| entry.name == text || entry.id == text;
        TABLE.iter().find(named).map(|entry| entry.code).ok_or(UnknownCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_code_in_order() {
        for (at, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.code as usize, at, "{}", entry.name);
        }
        assert!(TABLE.is_sorted_by(|a, b| a.id < b.id), "ids ascend, and no id is used twice");
        let mut names: [&str; Code::COUNT] = core::array::from_fn(|at| TABLE[at].name);
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "no name is used twice");
    }
}
