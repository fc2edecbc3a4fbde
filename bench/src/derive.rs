//! What a task asks for, made of the lines of a corpus: always the same for the same lines, and made
//! without any of the contenders.

use crate::corpus::Lines;

/// The base of every resolution, and what targets are made relative to.
pub const BASE: &str = "http://example.org/a/b/c?q";

/// The hosts that an edit puts in, in turn: one shorter than most, one longer.
pub const HOSTS: [&str; 2] = ["h.example", "a-considerably-longer-host.example.org"];

/// What stands before the path, and the path with what follows it.
pub(crate) fn cut(line: &str) -> (&str, &str) {
    let Some(at) = line.find("://") else { return ("", line) };
    let authority = &line[at + 3..];
    let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    line.split_at(at + 3 + end)
}

/// References, of eight kinds in turn: an absolute path; a relative path as it is, after `../`,
/// after `../../` and after `./`; a query alone; the line itself; the line without its scheme.
pub fn references(lines: &Lines) -> Lines {
    let mut all = Lines::default();
    for (index, line) in lines.iter().enumerate() {
        let (origin, rest) = cut(line);
        let rootless = rest.trim_start_matches('/');
        all.push(&match index % 8 {
            0 => ["/", rootless].concat(),
            1 => rootless.to_owned(),
            2 => ["../", rootless].concat(),
            3 => ["../../", rootless].concat(),
            4 => ["./", rootless].concat(),
            5 => match rest.find('?') {
                Some(query) => rest[query..].to_owned(),
                None => ["?", rest.rsplit('/').next().unwrap_or_default()].concat(),
            },
            6 => line.to_owned(),
            _ => [&origin[origin.find("//").unwrap_or(0)..], rest].concat(),
        });
    }
    all
}

/// References with dot segments, of five kinds in turn: the line with `/./x/..` before its path; the same as an
/// absolute path, and as a relative path after `../`; and a relative path after `../../` and after `./`.
pub fn dotted(lines: &Lines) -> Lines {
    let mut all = Lines::default();
    for (index, line) in lines.iter().enumerate() {
        let (origin, rest) = cut(line);
        let rootless = rest.trim_start_matches('/');
        all.push(&match index % 5 {
            0 => [origin, "/./x/../", rootless].concat(),
            1 => ["/./x/../", rootless].concat(),
            2 => [".././x/../", rootless].concat(),
            3 => ["../../", rootless].concat(),
            _ => ["./", rootless].concat(),
        });
    }
    all
}

/// Targets, of four kinds in turn: the line itself; and its path and query on the host of the base,
/// in the directory of the base, and in the directory above.
pub fn targets(lines: &Lines) -> Lines {
    let mut all = Lines::default();
    for (index, line) in lines.iter().enumerate() {
        let rootless = cut(line).1.trim_start_matches('/');
        all.push(&match index % 4 {
            0 => line.to_owned(),
            1 => ["http://example.org/", rootless].concat(),
            2 => ["http://example.org/a/b/", rootless].concat(),
            _ => ["http://example.org/a/", rootless].concat(),
        });
    }
    all
}

/// Every line and another spelling of it, of five kinds in turn: the same; scheme and authority in
/// capitals; a letter of the path escaped; dot segments put before the path; and one letter more,
/// which is another identifier.
pub fn spellings(lines: &Lines) -> Lines {
    let mut all = Lines::default();
    for (index, line) in lines.iter().enumerate() {
        let (origin, rest) = cut(line);
        all.push(line);
        all.push(&match index % 5 {
            0 => line.to_owned(),
            1 => [&origin.to_ascii_uppercase(), rest].concat(),
            2 => match plain_letter(rest) {
                Some(at) => {
                    let escape = format!("%{:02x}", rest.as_bytes()[at]);
                    [origin, &rest[..at], &escape, &rest[at + 1..]].concat()
                }
                None => line.to_owned(),
            },
            3 if rest.starts_with('/') => [origin, "/./x/..", rest].concat(),
            3 => line.to_owned(),
            _ => [line, "x"].concat(),
        });
    }
    all
}

/// Every line and another identifier, which has one letter more.
pub fn others(lines: &Lines) -> Lines {
    let mut all = Lines::default();
    for line in lines.iter() {
        all.push(line);
        all.push(&[line, "x"].concat());
    }
    all
}

/// The first ASCII letter that is no digit of an escape.
fn plain_letter(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|&at| {
        let in_escape = bytes[at.saturating_sub(2)..at].contains(&b'%');
        bytes[at].is_ascii_alphabetic() && !in_escape
    })
}

/// The lines as data: every other one percent-encoded, everything but the unreserved characters.
pub fn half_encoded(lines: &Lines) -> Lines {
    let mut all = Lines::default();
    for (index, line) in lines.iter().enumerate() {
        all.push(&if index % 2 == 0 { encode(line) } else { line.to_owned() });
    }
    all
}

fn encode(text: &str) -> String {
    let mut out = String::with_capacity(3 * text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
