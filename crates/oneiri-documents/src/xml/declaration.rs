//! The declarations of XML, of a document type, and of entities.

use super::names::is_ncname;

/// XMLDecl ::= '<?xml' VersionInfo EncodingDecl? SDDecl? S? '?>', without the first and the last two
/// characters.
pub(super) fn is_valid(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix("xml") else { return false };
    let is_version = |value: &str| {
        let minor = value.strip_prefix("1.");
        minor.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_encoding = |value: &str| {
        value.starts_with(|c: char| c.is_ascii_alphabetic())
            && value.bytes().all(|it| it.is_ascii_alphanumeric() || b"._-".contains(&it))
    };
    match pseudo(rest, "version") {
        Some((value, behind)) if is_version(value) => rest = behind,
        _ => return false,
    }
    match pseudo(rest, "encoding") {
        Some((value, behind)) if is_encoding(value) => rest = behind,
        Some(_) => return false,
        None => {}
    }
    match pseudo(rest, "standalone") {
        Some(("yes" | "no", behind)) => rest = behind,
        Some(_) => return false,
        None => {}
    }
    blank(rest).is_empty()
}

/// PI ::= '<?' PITarget (S (Char* - (Char* '?>' Char*)))? '?>', without the first and the last two characters.
pub(super) fn is_instruction(text: &str) -> bool {
    let end = text.find([' ', '\t', '\r', '\n']).unwrap_or(text.len());
    is_ncname(&text[..end]) && !text[..end].eq_ignore_ascii_case("xml")
}

/// S name Eq and a value in quotes: the value, and what follows it.
fn pseudo<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let rest = blank(spaced(text)?).strip_prefix(name)?;
    quoted(blank(blank(rest).strip_prefix('=')?))
}

fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    text[1..].split_once(quote)
}

fn blank(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\r', '\n'])
}

fn spaced(text: &str) -> Option<&str> {
    text.starts_with([' ', '\t', '\r', '\n']).then_some(text)
}

/// doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'
///
/// The text is that from the name on. Returns where the bracket is, if there is one.
pub(super) fn subset(text: &str) -> Option<Option<usize>> {
    let is_end = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '[');
    let end = text.find(is_end).unwrap_or(text.len());
    // A name may have a prefix.
    text[..end].split(':').all(is_ncname).then_some(())?;
    let rest = &text[end..];
    let named = spaced(rest).map(blank).filter(|it| it.starts_with(['S', 'P']));
    let rest = blank(match named {
        Some(named) => external(named)?,
        None => rest,
    });
    match rest.chars().next() {
        None => Some(None),
        Some('[') => Some(Some(text.len() - rest.len())),
        Some(_) => None,
    }
}

/// ExternalID ::= 'SYSTEM' S SystemLiteral | 'PUBLIC' S PubidLiteral S SystemLiteral
fn external(text: &str) -> Option<&str> {
    let (mut rest, literals) = match text.strip_prefix("PUBLIC") {
        Some(rest) => (rest, 2),
        None => (text.strip_prefix("SYSTEM")?, 1),
    };
    for _ in 0..literals {
        rest = quoted(blank(spaced(rest)?))?.1;
    }
    Some(rest)
}

/// GEDecl ::= '<!ENTITY' S Name S EntityDef S? '>'
/// PEDecl ::= '<!ENTITY' S '%' S Name S PEDef S? '>'
///
/// The text begins after `<!ENTITY`.
pub(super) fn is_entity(text: &str) -> bool {
    is_general(text) || parameter(text).is_some_and(|text| definition(text, false).is_some())
}

fn is_general(text: &str) -> bool {
    name(text).is_some_and(|rest| definition(rest, true).is_some())
}

fn parameter(text: &str) -> Option<&str> {
    name(blank(spaced(text)?).strip_prefix('%')?)
}

/// S Name
fn name(text: &str) -> Option<&str> {
    let text = blank(spaced(text)?);
    let end = text.find([' ', '\t', '\r', '\n', '"', '\'', '>'])?;
    is_ncname(&text[..end]).then_some(&text[end..])
}

/// EntityDef ::= EntityValue | ( ExternalID NDataDecl? )
fn definition(text: &str, may_be_data: bool) -> Option<()> {
    let text = blank(spaced(text)?);
    let mut rest = match quoted(text) {
        Some((value, rest)) => {
            is_value(value).then_some(())?;
            rest
        }
        None => {
            let rest = external(text)?;
            // NDataDecl ::= S 'NDATA' S Name
            let data = spaced(rest).and_then(|rest| blank(rest).strip_prefix("NDATA"));
            match data.filter(|_| may_be_data) {
                Some(data) => name(data)?,
                None => rest,
            }
        }
    };
    rest = blank(rest);
    (rest == ">").then_some(())
}

/// EntityValue: no "%", and each "&" begins a reference.
fn is_value(value: &str) -> bool {
    let is_reference = |rest: &str| {
        let Some((name, _)) = rest.split_once(';') else { return false };
        match name.strip_prefix('#') {
            None => is_ncname(name),
            Some(digits) => match digits.strip_prefix('x') {
                Some(hex) => !hex.is_empty() && hex.bytes().all(|it| it.is_ascii_hexdigit()),
                None => !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()),
            },
        }
    };
    // What follows an "&" is looked at up to the next one, so that a value is read once.
    !value.contains('%') && value.split('&').skip(1).all(is_reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_of_xml_has_its_parts_in_order() {
        for (text, expected) in [
            ("xml version='1.0'", true),
            ("xml version = \"1.1\" encoding='UTF-8' standalone='no' ", true),
            ("xml version='1.0' standalone='yes'", true),
            ("xml version='1.0'encoding='UTF-8'", false),
            ("xml", false),
            ("xml encoding='UTF-8'", false),
            ("xml version='2.0'", false),
            ("xml version='1.'", false),
            ("xml version=1.0", false),
            ("xml version='1.0' encoding=''", false),
            ("xml version='1.0' encoding='8'", false),
            ("xml version='1.0' standalone='maybe'", false),
            ("xml version='1.0' standalone='no' encoding='UTF-8'", false),
            ("xml version='1.0' other='x'", false),
        ] {
            assert_eq!(is_valid(text), expected, "{text}");
        }
    }

    #[test]
    fn a_document_type_has_a_name_and_perhaps_declarations() {
        for (text, expected) in [
            ("a", Some(None)),
            ("a:b [x]", Some(Some(4))),
            ("a[", Some(Some(1))),
            ("a SYSTEM 'b[' [", Some(Some(14))),
            ("a PUBLIC 'b' \"c\"", Some(None)),
            ("", None),
            ("[x]", None),
            ("a b", None),
            ("a SYSTEM", None),
            ("a PUBLIC 'b'", None),
            ("1 [x]", None),
        ] {
            assert_eq!(subset(text), expected, "{text}");
        }
    }

    #[test]
    fn a_declaration_of_an_entity_has_a_name_and_a_value() {
        for (text, expected) in [
            (" a 'b'>", true),
            ("\n a \"&b;&#65;&#x41;\" >", true),
            (" a SYSTEM 'b'>", true),
            (" a PUBLIC 'b' 'c'>", true),
            (" a SYSTEM 'b' NDATA c>", true),
            (" % a 'b'>", true),
            (" % a SYSTEM 'b'>", true),
            (" % a SYSTEM 'b' NDATA c>", false),
            ("a 'b'>", false),
            (" a>", false),
            (" a b>", false),
            (" 1 'b'>", false),
            (" a'b'>", false),
            (" a 'b' 'c'>", false),
            (" a 'b&'>", false),
            (" a 'b&c'>", false),
            (" a '&#x;'>", false),
            (" a '%b;'>", false),
            (" a PUBLIC 'b'>", false),
            (" a SYSTEM b>", false),
        ] {
            assert_eq!(is_entity(text), expected, "{text}");
        }
    }
}
