//! The collected ABNF of RFC 3986 appendix A and RFC 3987 section 2.2, a function for each rule.
//!
//! A rule maps the set of places where it may begin to the set of places where it may then end. So a sequence
//! is a composition, an alternative a union, and every way to read the text is followed at once: there is no
//! greed, no look-ahead and no order of alternatives that could hide a mistake. A text matches a rule when the
//! rule, begun at the start, may end at the end.
//!
//! The two grammars differ only in what their unreserved characters are and in the private characters of a
//! query, so each rule is written once and named as in RFC 3986; the `i` of RFC 3987 lies in `alphabet`.

use super::alphabet::{Alphabet, iprivate, sub_delims, ucschar, unreserved};
use super::places::{Places, plus, star, times, up_to};

/// The rules a text can be matched against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Uri,
    UriReference,
    AbsoluteUri,
    Scheme,
    Userinfo,
    Host,
    IpLiteral,
    Ipv4Address,
    Port,
    Path,
    Query,
    Fragment,
}

pub(crate) fn matches_uri(text: &str) -> bool {
    matches(Alphabet::Uri, Rule::Uri, text)
}

pub(crate) fn matches_uri_reference(text: &str) -> bool {
    matches(Alphabet::Uri, Rule::UriReference, text)
}

pub(crate) fn matches_iri(text: &str) -> bool {
    matches(Alphabet::Iri, Rule::Uri, text)
}

pub(crate) fn matches_iri_reference(text: &str) -> bool {
    matches(Alphabet::Iri, Rule::UriReference, text)
}

/// Whether the whole of `text` is an instance of `rule`.
pub(crate) fn matches(alphabet: Alphabet, rule: Rule, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let grammar = Grammar { text: &text, alphabet };
    let start = Places::only(0);
    let ends = match rule {
        Rule::Uri => grammar.uri(start),
        Rule::UriReference => grammar.uri_reference(start),
        Rule::AbsoluteUri => grammar.absolute_uri(start),
        Rule::Scheme => grammar.scheme(start),
        Rule::Userinfo => grammar.userinfo(start),
        Rule::Host => grammar.host(start),
        Rule::IpLiteral => grammar.ip_literal(start),
        Rule::Ipv4Address => grammar.ipv4address(start),
        Rule::Port => grammar.port(start),
        Rule::Path => grammar.path(start),
        Rule::Query => grammar.query(start),
        Rule::Fragment => grammar.fragment(start),
    };
    ends.contain(text.len())
}

struct Grammar<'t> {
    text: &'t [char],
    alphabet: Alphabet,
}

impl Grammar<'_> {
    // URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
    fn uri(&self, at: Places) -> Places {
        let at = self.hier_part(self.literal(":", self.scheme(at)));
        let at = at | self.query(self.literal("?", at));
        at | self.fragment(self.literal("#", at))
    }

    // hier-part = "//" authority path-abempty
    //           / path-absolute
    //           / path-rootless
    //           / path-empty
    fn hier_part(&self, at: Places) -> Places {
        self.path_abempty(self.authority(self.literal("//", at)))
            | self.path_absolute(at)
            | self.path_rootless(at)
            | self.path_empty(at)
    }

    // URI-reference = URI / relative-ref
    fn uri_reference(&self, at: Places) -> Places {
        self.uri(at) | self.relative_ref(at)
    }

    // absolute-URI = scheme ":" hier-part [ "?" query ]
    fn absolute_uri(&self, at: Places) -> Places {
        let at = self.hier_part(self.literal(":", self.scheme(at)));
        at | self.query(self.literal("?", at))
    }

    // relative-ref = relative-part [ "?" query ] [ "#" fragment ]
    fn relative_ref(&self, at: Places) -> Places {
        let at = self.relative_part(at);
        let at = at | self.query(self.literal("?", at));
        at | self.fragment(self.literal("#", at))
    }

    // relative-part = "//" authority path-abempty
    //               / path-absolute
    //               / path-noscheme
    //               / path-empty
    fn relative_part(&self, at: Places) -> Places {
        self.path_abempty(self.authority(self.literal("//", at)))
            | self.path_absolute(at)
            | self.path_noscheme(at)
            | self.path_empty(at)
    }

    // scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
    fn scheme(&self, at: Places) -> Places {
        let at = self.one(at, |c| c.is_ascii_alphabetic());
        star(at, |at| self.one(at, |c| c.is_ascii_alphanumeric() || "+-.".contains(c)))
    }

    // authority = [ userinfo "@" ] host [ ":" port ]
    fn authority(&self, at: Places) -> Places {
        let at = at | self.literal("@", self.userinfo(at));
        let at = self.host(at);
        at | self.port(self.literal(":", at))
    }

    // userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
    fn userinfo(&self, at: Places) -> Places {
        star(at, |at| self.plain(at) | self.literal(":", at))
    }

    // host = IP-literal / IPv4address / reg-name
    fn host(&self, at: Places) -> Places {
        self.ip_literal(at) | self.ipv4address(at) | self.reg_name(at)
    }

    // port = *DIGIT
    fn port(&self, at: Places) -> Places {
        star(at, |at| self.digit(at))
    }

    // IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
    fn ip_literal(&self, at: Places) -> Places {
        let at = self.literal("[", at);
        if at == Places::NONE {
            return at; // nothing can follow from nothing: this only saves the time
        }
        self.literal("]", self.ipv6address(at) | self.ipvfuture(at))
    }

    // IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
    // (never the iunreserved of RFC 3987; and "v" in ABNF is "V" too)
    fn ipvfuture(&self, at: Places) -> Places {
        let at = plus(self.literal("v", at), |at| self.hexdig(at));
        plus(self.literal(".", at), |at| self.one(at, |c| unreserved(c) || sub_delims(c) || c == ':'))
    }

    // IPv6address =                            6( h16 ":" ) ls32
    //             /                       "::" 5( h16 ":" ) ls32
    //             / [               h16 ] "::" 4( h16 ":" ) ls32
    //             / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
    //             / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
    //             / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
    //             / [ *4( h16 ":" ) h16 ] "::"              ls32
    //             / [ *5( h16 ":" ) h16 ] "::"              h16
    //             / [ *6( h16 ":" ) h16 ] "::"
    fn ipv6address(&self, at: Places) -> Places {
        let h16_colon = |at| self.literal(":", self.h16(at));
        let gap = |at| self.literal("::", at);
        let optional = |most: usize| at | self.h16(up_to(most, at, h16_colon));

        self.ls32(times(6, at, h16_colon))
            | self.ls32(times(5, gap(at), h16_colon))
            | self.ls32(times(4, gap(at | self.h16(at)), h16_colon))
            | self.ls32(times(3, gap(optional(1)), h16_colon))
            | self.ls32(times(2, gap(optional(2)), h16_colon))
            | self.ls32(h16_colon(gap(optional(3))))
            | self.ls32(gap(optional(4)))
            | self.h16(gap(optional(5)))
            | gap(optional(6))
    }

    // h16 = 1*4HEXDIG
    fn h16(&self, at: Places) -> Places {
        up_to(3, self.hexdig(at), |at| self.hexdig(at))
    }

    // ls32 = ( h16 ":" h16 ) / IPv4address
    fn ls32(&self, at: Places) -> Places {
        self.h16(self.literal(":", self.h16(at))) | self.ipv4address(at)
    }

    // IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
    fn ipv4address(&self, at: Places) -> Places {
        let at = self.literal(".", self.dec_octet(at));
        let at = self.literal(".", self.dec_octet(at));
        let at = self.literal(".", self.dec_octet(at));
        self.dec_octet(at)
    }

    // dec-octet = DIGIT                 ; 0-9
    //           / %x31-39 DIGIT         ; 10-99
    //           / "1" 2DIGIT            ; 100-199
    //           / "2" %x30-34 DIGIT     ; 200-249
    //           / "25" %x30-35          ; 250-255
    fn dec_octet(&self, at: Places) -> Places {
        self.digit(at)
            | self.digit(self.one(at, |c| ('1'..='9').contains(&c)))
            | times(2, self.literal("1", at), |at| self.digit(at))
            | self.digit(self.one(self.literal("2", at), |c| ('0'..='4').contains(&c)))
            | self.one(self.literal("25", at), |c| ('0'..='5').contains(&c))
    }

    // reg-name = *( unreserved / pct-encoded / sub-delims )
    fn reg_name(&self, at: Places) -> Places {
        star(at, |at| self.plain(at))
    }

    // path = path-abempty    ; begins with "/" or is empty
    //      / path-absolute   ; begins with "/" but not "//"
    //      / path-noscheme   ; begins with a non-colon segment
    //      / path-rootless   ; begins with a segment
    //      / path-empty      ; zero characters
    fn path(&self, at: Places) -> Places {
        self.path_abempty(at)
            | self.path_absolute(at)
            | self.path_noscheme(at)
            | self.path_rootless(at)
            | self.path_empty(at)
    }

    // path-abempty = *( "/" segment )
    fn path_abempty(&self, at: Places) -> Places {
        star(at, |at| self.segment(self.literal("/", at)))
    }

    // path-absolute = "/" [ segment-nz *( "/" segment ) ]
    fn path_absolute(&self, at: Places) -> Places {
        let at = self.literal("/", at);
        at | star(self.segment_nz(at), |at| self.segment(self.literal("/", at)))
    }

    // path-noscheme = segment-nz-nc *( "/" segment )
    fn path_noscheme(&self, at: Places) -> Places {
        star(self.segment_nz_nc(at), |at| self.segment(self.literal("/", at)))
    }

    // path-rootless = segment-nz *( "/" segment )
    fn path_rootless(&self, at: Places) -> Places {
        star(self.segment_nz(at), |at| self.segment(self.literal("/", at)))
    }

    // path-empty = 0<pchar>
    fn path_empty(&self, at: Places) -> Places {
        at
    }

    // segment = *pchar
    fn segment(&self, at: Places) -> Places {
        star(at, |at| self.pchar(at))
    }

    // segment-nz = 1*pchar
    fn segment_nz(&self, at: Places) -> Places {
        plus(at, |at| self.pchar(at))
    }

    // segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
    //               ; non-zero-length segment without any colon ":"
    fn segment_nz_nc(&self, at: Places) -> Places {
        plus(at, |at| self.plain(at) | self.literal("@", at))
    }

    // pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
    fn pchar(&self, at: Places) -> Places {
        self.plain(at) | self.one(at, |c| c == ':' || c == '@')
    }

    // query  = *( pchar / "/" / "?" )
    // iquery = *( ipchar / iprivate / "/" / "?" )
    fn query(&self, at: Places) -> Places {
        let private = |c| self.alphabet == Alphabet::Iri && iprivate(c);
        star(at, |at| self.pchar(at) | self.one(at, |c| c == '/' || c == '?' || private(c)))
    }

    // fragment = *( pchar / "/" / "?" )
    fn fragment(&self, at: Places) -> Places {
        star(at, |at| self.pchar(at) | self.one(at, |c| c == '/' || c == '?'))
    }

    // The three alternatives that nearly every rule shares: unreserved / pct-encoded / sub-delims
    fn plain(&self, at: Places) -> Places {
        self.unreserved(at) | self.pct_encoded(at) | self.one(at, sub_delims)
    }

    // pct-encoded = "%" HEXDIG HEXDIG
    fn pct_encoded(&self, at: Places) -> Places {
        self.hexdig(self.hexdig(self.literal("%", at)))
    }

    // unreserved  = ALPHA / DIGIT / "-" / "." / "_" / "~"
    // iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
    fn unreserved(&self, at: Places) -> Places {
        self.one(at, |c| unreserved(c) || (self.alphabet == Alphabet::Iri && ucschar(c)))
    }

    // HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F", and the literals of ABNF ignore case
    fn hexdig(&self, at: Places) -> Places {
        self.one(at, |c| c.is_ascii_hexdigit())
    }

    // DIGIT = %x30-39
    fn digit(&self, at: Places) -> Places {
        self.one(at, |c| c.is_ascii_digit())
    }

    /// The places after a quoted literal, whose case ABNF ignores.
    fn literal(&self, quoted: &str, at: Places) -> Places {
        quoted.chars().fold(at, |at, wanted| self.one(at, |c| c.eq_ignore_ascii_case(&wanted)))
    }

    /// The places after one character of a class.
    fn one(&self, at: Places, class: impl Fn(char) -> bool) -> Places {
        let fits = |&place: &usize| self.text.get(place).is_some_and(|&c| class(c));
        at.each().filter(fits).fold(Places::NONE, |after, place| after | Places::only(place + 1))
    }
}

#[cfg(test)]
mod tests;
