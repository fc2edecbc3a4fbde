//! What tasks and lists are called in charts and tables.

/// The title of a task's chart; `None` for tasks that have no other library beside oneiri.
pub fn title(task: &str) -> Option<&'static str> {
    Some(match task {
        "parse" => "Parse",
        "components" => "Parse and read every component",
        "normalize" => "Text to normal form (path rung)",
        "normalize-scheme" => "Text to normal form (scheme rung)",
        "to-uri" => "Text of an IRI to a URI",
        "to-uri-parsed" => "Parsed IRI to a URI",
        "resolve" => "Parse a reference and resolve it",
        "resolve-dotted" => "Parse and resolve a reference with dot segments",
        "relativize" => "Parse a target and make it relative",
        "equal" => "Two texts: equivalent?",
        "equal-parsed" => "Two parsed spellings: equivalent?",
        "hash" => "Two texts: hashes of their normal forms",
        "set-host" => "Set the host of a parsed identifier",
        "encode" => "Percent-encode",
        "decode" => "Percent-decode",
        _ => return None,
    })
}

/// A list, without the name of the file that it was made from: `respelled` for `web.txt-respelled`.
pub fn list(corpus: &str) -> &str {
    let made = ["respelled", "mixed"].into_iter().find(|kind| corpus.ends_with(kind));
    made.or(corpus.strip_suffix(".txt")).unwrap_or(corpus)
}

/// The place of a list among the others: lists of URLs by how much there is to do, then IRIs.
pub fn place(corpus: &str) -> usize {
    ["web", "mixed", "respelled", "iris", "queries", "addresses", "others", "domains"]
        .iter()
        .position(|name| *name == list(corpus))
        .unwrap_or(usize::MAX)
}
