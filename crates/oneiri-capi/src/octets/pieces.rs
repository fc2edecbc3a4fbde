//! The pieces of any octets, and the octets of any pieces. `bindings/m/STDURL.m` takes the pieces of `listed` by their
//! number, and for longer texts it computes from `Places` where a piece ends. So order and offsets change there, too,
//! and in `extracted` in `law.rs`, which copies that computation and shows that nothing is lost.

use oneiri::Parts;

/// The pieces of a text. An absent piece is `None`; an empty piece is not. There is an authority if there is a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pieces<'a> {
    pub(super) scheme: Option<&'a [u8]>,
    pub(super) userinfo: Option<&'a [u8]>,
    pub(super) host: Option<&'a [u8]>,
    pub(super) port: Option<&'a [u8]>,
    pub(super) path: &'a [u8],
    pub(super) query: Option<&'a [u8]>,
    pub(super) fragment: Option<&'a [u8]>,
}

/// Offsets of pieces in a text. A piece ends one octet before the next one begins, but for the port, which ends where
/// the path begins, and the fragment, which ends where the text ends. An absent piece so has the length zero or -1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    pub(crate) scheme_end: usize,
    pub(crate) userinfo: usize,
    pub(crate) host: usize,
    pub(crate) port: usize,
    pub(crate) path: usize,
    pub(crate) query: usize,
    pub(crate) fragment: usize,
}

impl<'a> From<Parts<'a>> for Pieces<'a> {
    fn from(parts: Parts<'a>) -> Self {
        Self {
            scheme: parts.scheme.map(str::as_bytes),
            userinfo: parts.userinfo.map(str::as_bytes),
            host: parts.host.map(str::as_bytes),
            port: parts.port.map(str::as_bytes),
            path: parts.path.as_bytes(),
            query: parts.query.map(str::as_bytes),
            fragment: parts.fragment.map(str::as_bytes),
        }
    }
}

impl<'a> Pieces<'a> {
    /// Splits by RFC 3986 appendix B. Userinfo ends at the last `@` of the authority. The port comes after the
    /// last colon of the authority, if only digits follow that colon, or nothing.
    pub(crate) fn split(text: &'a [u8]) -> Self {
        let (rest, fragment) = cut(text, b'#');
        let (rest, query) = cut(rest, b'?');
        let mut pieces = Self { path: rest, query, fragment, ..Self::default() };
        if let Some(at) = rest.iter().position(|octet| matches!(octet, b':' | b'/')) {
            if at > 0 && rest[at] == b':' {
                (pieces.scheme, pieces.path) = (Some(&rest[..at]), &rest[at + 1..]);
            }
        }
        if let Some(rest) = pieces.path.strip_prefix(b"//") {
            let end = rest.iter().position(|&octet| octet == b'/').unwrap_or(rest.len());
            let (mut host, path) = rest.split_at(end);
            pieces.path = path;
            if let Some(at) = host.iter().rposition(|&octet| octet == b'@') {
                (pieces.userinfo, host) = (Some(&host[..at]), &host[at + 1..]);
            }
            if let Some(colon) = port_colon(host) {
                (pieces.port, host) = (Some(&host[colon + 1..]), &host[..colon]);
            }
            pieces.host = Some(host);
        }
        pieces
    }

    /// The text of the pieces (section 5.3).
    pub(super) fn join(&self) -> Vec<u8> {
        let mut text = Vec::new();
        let mut add = |before: &[u8], piece: Option<&[u8]>, behind: &[u8]| {
            if let Some(piece) = piece {
                [before, piece, behind].into_iter().for_each(|octets| text.extend_from_slice(octets));
            }
        };
        add(b"", self.scheme, b":");
        add(b"//", self.host.map(|_| b"".as_slice()), b"");
        add(b"", self.userinfo, b"@");
        add(b"", self.host, b"");
        add(b":", self.port, b"");
        add(b"", Some(self.path), b"");
        add(b"?", self.query, b"");
        add(b"#", self.fragment, b"");
        text
    }

    /// The seven pieces with a NUL between two; an absent piece is empty.
    pub(crate) fn listed(&self) -> Vec<u8> {
        let pieces = [self.userinfo, self.host, self.port, Some(self.path), self.query];
        let mut list = Vec::with_capacity(256);
        list.extend_from_slice(self.scheme.unwrap_or_default());
        for piece in pieces.into_iter().chain([self.fragment]) {
            list.push(0);
            list.extend_from_slice(piece.unwrap_or_default());
        }
        list
    }

    /// Where the pieces are in the text that they were split from.
    pub(crate) fn places(&self) -> Places {
        let behind = |at: usize, piece: Option<&[u8]>| at + piece.map_or(0, |piece| piece.len() + 1);
        let scheme = self.scheme.map_or(0, <[u8]>::len);
        let userinfo = behind(0, self.scheme) + if self.host.is_some() { "//".len() } else { 0 };
        let host = behind(userinfo, self.userinfo);
        let host_end = host + self.host.map_or(0, <[u8]>::len);
        let path = host_end + self.port.map_or(0, |port| port.len() + 1);
        let path_end = path + self.path.len();
        let query_end = path_end + self.query.map_or(0, |query| query.len() + 1);
        Places {
            scheme_end: scheme,
            userinfo,
            host,
            port: if self.port.is_some() { host_end + 1 } else { path + 1 },
            path,
            query: path_end + 1,
            fragment: query_end + 1,
        }
    }

    /// Whether the first segment of the path would be read as a scheme.
    pub(super) fn begins_with_a_scheme_by_mistake(&self) -> bool {
        let first = self.path.split(|&octet| octet == b'/').next().unwrap_or_default();
        self.scheme.is_none() && self.host.is_none() && first.iter().skip(1).any(|&octet| octet == b':')
    }
}

/// Whether a text that is taken for an authority without userinfo has a port.
pub(super) fn has_port(host: &[u8]) -> bool {
    port_colon(host).is_some()
}

/// The last colon, if only digits come after it, or nothing.
fn port_colon(host: &[u8]) -> Option<usize> {
    let colon = host.iter().rposition(|octet| !octet.is_ascii_digit())?;
    (host[colon] == b':').then_some(colon)
}

/// The octets before the first delimiter, and those after it if there is one.
fn cut(text: &[u8], delimiter: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&octet| octet == delimiter) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}
