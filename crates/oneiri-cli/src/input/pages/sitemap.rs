//! The references of a sitemap: the text of each `<loc>`, and the `href` of each link.

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::link::Links;

/// The references of a sitemap, of an index of sitemaps, or of a feed.
///
/// The tokens are those of HTML: names are compared without their prefix and their case, and there
/// are no entities of a DTD, which sitemaps do not have.
pub(crate) fn links(document: &[u8]) -> Links {
    let mut links = Links::default();
    let emitter = DefaultEmitter::<usize>::new_with_span();
    // The text of the `<loc>` that is open, and where it begins and ends.
    let mut open: Option<(String, usize, usize)> = None;
    let local = |name: &[u8]| {
        let name = String::from_utf8_lossy(name).into_owned();
        name.rsplit(':').next().unwrap_or_default().to_owned()
    };
    for token in Tokenizer::new_with_emitter(document, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                open = None;
                match local(&tag.name).as_str() {
                    "loc" => open = Some((String::new(), tag.span.end, tag.span.end)),
                    "link" => {
                        for (name, value) in &tag.attributes {
                            if name.as_slice() == b"href" {
                                let text = String::from_utf8_lossy(value);
                                links.push(tag.span.start..tag.span.end, &text, "link", "href");
                            }
                        }
                    }
                    _ => {}
                }
            }
            Token::String(text) => {
                if let Some((all, _, end)) = &mut open {
                    all.push_str(&String::from_utf8_lossy(&text));
                    *end = text.span.end;
                }
            }
            Token::Comment(comment) => {
                let text = String::from_utf8_lossy(&comment).into_owned();
                let data = text.strip_prefix("[CDATA[").and_then(|it| it.strip_suffix("]]"));
                if let (Some((all, _, end)), Some(data)) = (&mut open, data) {
                    all.push_str(data);
                    *end = comment.span.end;
                }
            }
            Token::EndTag(tag) => {
                let open = open.take().filter(|_| local(&tag.name) == "loc");
                if let Some((text, start, _)) = open {
                    let raw = document.get(start..tag.span.start).unwrap_or_default();
                    let blank = raw.len() - raw.trim_ascii_start().len();
                    let length = raw.trim_ascii().len();
                    links.push(start + blank..start + blank + length, &text, "loc", "");
                }
            }
            Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    links
}
