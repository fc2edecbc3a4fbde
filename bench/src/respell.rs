//! Lists on which normalization has work to do, made of the lines of another list without any of the
//! contenders.

use crate::corpus::{Corpus, Lines};
use crate::derive::cut;

/// Two more lists: every line of a corpus respelled, and one line in eight. Their names begin with
/// `name`.
pub fn corpora(name: &str, lines: &Lines) -> [Corpus; 2] {
    [("respelled", 1), ("mixed", 8)]
        .map(|(kind, every)| Corpus { name: format!("{name}{kind}"), lines: respelled(lines, every) })
}

/// The lines, of which the first of every `every` is respelled, in four ways in turn.
fn respelled(lines: &Lines, every: usize) -> Lines {
    let mut all = Lines::default();
    for (index, line) in lines.iter().enumerate() {
        match index % every {
            0 => all.push(&respell(line, index / every)),
            _ => all.push(line),
        }
    }
    all
}

/// The nth way to spell a line:
///
/// 0. scheme and authority in capitals;
/// 1. an unreserved character escaped, with a small hexadecimal digit;
/// 2. `/./x/..` before the path;
/// 3. the scheme in capitals, and `%7Euser%2fx` after the path.
///
/// A line without an authority is always spelled in the last way.
fn respell(line: &str, way: usize) -> String {
    let (origin, rest) = cut(line);
    match way % 4 {
        _ if origin.is_empty() => tailed(line),
        0 => [&origin.to_ascii_uppercase(), rest].concat(),
        1 => escaped(origin, rest),
        2 => [origin, "/./x/..", rest].concat(),
        _ => tailed(line),
    }
}

/// Escapes the first of the letters whose escape has a letter for a digit. Without such a letter, an
/// escape is put after the path.
fn escaped(origin: &str, rest: &str) -> String {
    let bytes = rest.as_bytes();
    let found = (0..bytes.len()).find(|&at| {
        let in_escape = bytes[at.saturating_sub(2)..at].contains(&b'%');
        matches!(bytes[at], b'j'..=b'o' | b'z' | b'J'..=b'O' | b'Z') && !in_escape
    });
    match found {
        Some(at) => format!("{origin}{}%{:02x}{}", &rest[..at], bytes[at], &rest[at + 1..]),
        None => {
            let (path, behind) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
            let slash = if path.is_empty() { "/" } else { "" };
            [origin, slash, path, "%6f", behind].concat()
        }
    }
}

fn tailed(line: &str) -> String {
    let (scheme, rest) = line.split_at(line.find(':').unwrap_or(0));
    let (path, behind) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    // Without a path, the tail would be a part of the host.
    let slash = if cut(line).1.starts_with('/') || !line.contains("://") { "" } else { "/" };
    [&scheme.to_ascii_uppercase(), path, slash, "%7Euser%2fx", behind].concat()
}

#[cfg(test)]
mod tests {
    use super::corpora;
    use crate::corpus::Lines;

    #[test]
    fn every_line_is_respelled_or_one_in_eight() {
        let lines = ["http://h/a#f", "http://h/map?q", "http://h/a", "http://h/a?q", "data:a"];
        let lines = lines.repeat(8).iter().copied().collect::<Lines>();
        let [all, some] = corpora("", &lines);
        let first = all.lines.iter().take(5).collect::<Vec<_>>();
        let expected =
            ["HTTP://H/a#f", "http://h/%6dap?q", "http://h/./x/../a", "HTTP://h/a%7Euser%2fx?q", "DATA:a%7Euser%2fx"];
        assert_eq!(first, expected);
        assert!(all.lines.iter().zip(lines.iter()).all(|(new, old)| new != old));
        let changed = some.lines.iter().zip(lines.iter()).filter(|(new, old)| new != old).count();
        assert_eq!((some.lines.len(), changed), (40, 5));
    }
}
