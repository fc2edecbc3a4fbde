//! Where others are known to answer otherwise, and why. What no row explains fails the run, and so does a row that
//! explains nothing.

/// A difference.
pub struct Found<'f> {
    pub rival: &'static str,
    /// `uri`, `components`, `resolve`, `normalize`, `encode`, `decode`.
    pub what: &'static str,
    pub base: &'f str,
    pub text: &'f str,
    /// What it says; `None` where it refuses.
    pub theirs: Option<&'f str>,
}

/// A row: what a rival is known to answer to a question instead, and why.
pub struct Deviation {
    pub rival: &'static str,
    pub what: &'static str,
    /// Its answer by its own rules; `None` where it refuses.
    pub instead: fn(&Found<'_>) -> Option<String>,
    /// What is left of an answer without that in which theirs and ours are known to differ.
    pub leveled: fn(&str) -> String,
    pub reason: &'static str,
}

impl Deviation {
    pub fn explains(&self, found: &Found<'_>) -> bool {
        let instead = (self.instead)(found);
        (self.rival, self.what) == (found.rival, found.what)
            && instead.as_deref().map(self.leveled) == found.theirs.map(self.leveled)
    }
}

pub const KNOWN: &[Deviation] = &[
    Deviation {
        rival: "fluent-uri",
        what: "resolve",
        instead: |it| {
            if !has_scheme(it.text) && is_opaque(it.base) && !it.text.starts_with('#') {
                return None;
            }
            if is_opaque(it.text) {
                return Some(it.text.to_string());
            }
            // What has no path of its own has the base's, from which dots are removed as well.
            resolved(&undotted(&dots(it.base)), &dots(it.text))
        },
        leveled: str::to_string,
        reason: "takes %2E for a dot of dot segments (section 5.2.4 knows dots alone); refuses a base with a \
            rootless path and leaves such a path alone (section 5.2.2 knows no such thing); removes dot segments of \
            the base where the reference has no path (section 5.2.2 does not)",
    },
    Deviation {
        rival: "iri-string",
        what: "resolve",
        instead: |it| letter(&dots(it.base), &dots(it.text)),
        leveled: str::to_string,
        reason: "takes %2E for a dot of dot segments; makes a rootless path absolute, as section 5.2.4 does to the \
            letter, where oneiri keeps it rootless (D-14); refuses what would become an authority, where oneiri \
            guards it (D-13)",
    },
    Deviation {
        rival: "oxiri",
        what: "resolve",
        instead: |it| letter(it.base, it.text),
        leveled: str::to_string,
        reason: "makes a rootless path absolute, as section 5.2.4 does to the letter (D-14); refuses what would become \
            an authority (D-13)",
    },
    Deviation {
        rival: "fluent-uri",
        what: "normalize",
        instead: |it| {
            let iri = oneiri::IriRef::parse(it.text).ok()?;
            let but_path = oneiri::Normalization::ALL.path(false);
            Some(if is_opaque(it.text) {
                iri.normalize_steps(but_path).into_string()
            } else {
                iri.normalize_at(oneiri::Rung::Path).into_string()
            })
        },
        leveled: |text| private_escaped(&addresses(&bidi_escaped(&short_port(text)))),
        reason: "decodes escapes of bidirectional formatting (RFC 3987 section 4.1 forbids them); writes IPv6 addresses \
            by RFC 5952, a rung that oneiri does not have; keeps the leading zeros of a port (D-20); leaves dot segments in a rootless path",
    },
    Deviation {
        rival: "iri-string",
        what: "normalize",
        instead: |it| {
            let text = dots(it.text);
            Some(oneiri::IriRef::parse(&letter(&text, &text)?).ok()?.normalize_at(oneiri::Rung::Path).into_string())
        },
        leveled: |text| private_escaped(&bidi_escaped(&small_host(&short_port(text)))),
        reason: "decodes escapes of bidirectional formatting; keeps the leading zeros of a port (D-20) and escapes of private characters in a query, where RFC \
            3987 has them; folds no letter of a host that has others than ASCII (section 6.2.2.1 does); makes a rootless path absolute, and refuses what would become an authority",
    },
];

fn bidi_escaped(text: &str) -> String {
    let is = |c| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}');
    text.chars().fold(String::new(), |mut all, c| {
        if is(c) {
            all.push_str(&oneiri::percent::encode(c.encode_utf8(&mut [0; 4]), oneiri::percent::SafeSet::UNRESERVED));
        } else {
            all.push(c);
        }
        all
    })
}

/// The text with the escaped dots of dot segments in its path decoded.
fn dots(text: &str) -> String {
    let Ok(iri) = oneiri::IriRef::parse(text) else { return text.to_string() };
    let decoded = |segment: &str| {
        let plain = segment.replace("%2E", ".").replace("%2e", ".");
        if matches!(plain.as_str(), "." | "..") { plain } else { segment.to_string() }
    };
    let path: Vec<String> = iri.path().split('/').map(decoded).collect();
    iri.with_path(&path.join("/")).map_or_else(|_| text.to_string(), |it| it.into_string())
}

fn resolved(base: &str, text: &str) -> Option<String> {
    let (base, text) = (oneiri::Iri::parse(base).ok()?, oneiri::IriRef::parse(text).ok()?);
    Some(base.resolve(&text).into_string())
}

/// Section 5.2 to the letter; `None` where the path that comes out would be read as an authority.
fn letter(base: &str, text: &str) -> Option<String> {
    let (base, text) = (oneiri::Iri::parse(base).ok()?, oneiri::IriRef::parse(text).ok()?);
    let how = oneiri::Resolution::new().verbatim(true);
    let guarded = base.resolve(&text);
    let it = base.resolve_with(&text, how).ok()?;
    (it.host() == guarded.host()).then(|| it.into_string())
}

/// Without dot segments, whatever it is.
fn undotted(text: &str) -> String {
    oneiri::Iri::parse(text)
        .map_or_else(|_| text.to_string(), |it| it.normalize_steps(oneiri::Normalization::PATH).into_string())
}

/// Escapes of private characters instead of the characters.
fn private_escaped(text: &str) -> String {
    let is = |c| matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFD}');
    text.chars().fold(String::new(), |all, c| {
        if is(c) {
            all + &oneiri::percent::encode(c.encode_utf8(&mut [0; 4]), oneiri::percent::SafeSet::UNRESERVED)
        } else {
            all + c.encode_utf8(&mut [0; 4])
        }
    })
}

/// The port without leading zeros.
fn short_port(text: &str) -> String {
    let Ok(iri) = oneiri::IriRef::parse(text) else { return text.to_string() };
    let Some(port) = iri.port().filter(|port| port.starts_with('0')) else {
        return text.to_string();
    };
    let digits = Some(port.trim_start_matches('0')).filter(|it| !it.is_empty()).unwrap_or("0");
    iri.with_port_digits(Some(digits)).map_or_else(|_| text.to_string(), |it| it.into_string())
}

/// Small letters in the host.
fn small_host(text: &str) -> String {
    let Ok(iri) = oneiri::IriRef::parse(text) else { return text.to_string() };
    iri.normalize_steps(oneiri::Normalization::CASE).into_string()
}

/// IPv6 addresses in one spelling.
fn addresses(text: &str) -> String {
    let Ok(iri) = oneiri::IriRef::parse(text) else { return text.to_string() };
    match iri.host().map(|host| host.kind()) {
        Some(oneiri::component::HostKind::Ipv6(address)) => {
            let host = format!("[{address}]");
            iri.with_host(Some(host.as_str())).map_or_else(|_| text.to_string(), |it| it.into_string())
        }
        _ => text.to_string(),
    }
}

fn has_scheme(text: &str) -> bool {
    oneiri::Iri::parse(text).is_ok()
}

/// A scheme, and after it neither an authority nor a slash.
fn is_opaque(text: &str) -> bool {
    oneiri::Iri::parse(text).is_ok_and(|it| it.host().is_none() && !it.path().starts_with('/'))
}
