//! Paths by the segment: what is put in is what decoding gives back, and nothing else moves.

use super::{is_as_parsed, of_four, values};
use crate::laws::generate::any_valid;
use crate::laws::run::{Outcome, for_all, for_every};
use oneiri::percent::decode_text;
use oneiri::{Alphabet, Ascii, Edit, Error, ErrorKind, HasScheme, MaybeScheme, OnInvalid, Ri, SchemePresence, Unicode};
use proptest::prelude::*;
use proptest::prop_assert_eq;

/// The segments as they are.
fn segments<A: Alphabet, F: SchemePresence>(value: &Ri<String, A, F>) -> Vec<String> {
    value.path().segments().map(String::from).collect()
}

/// A copy with more segments.
fn joined<'s, A: Alphabet, F: SchemePresence>(
    value: &Ri<String, A, F>,
    more: impl IntoIterator<Item = &'s str>,
) -> Result<Ri<String, A, F>, Error> {
    let mut copy = value.clone();
    copy.path_mut().extend(more)?;
    Ok(copy)
}

/// Everything but the path.
fn others<A: Alphabet, F: SchemePresence>(value: &Ri<String, A, F>) -> oneiri::Parts<'_> {
    oneiri::Parts { path: "", ..value.parts() }
}

/// Which segments cannot be written where they are put, and why.
fn refusal<A: Alphabet, F: SchemePresence>(
    before: &Ri<String, A, F>,
    index: usize,
    segment: &str,
) -> Option<ErrorKind> {
    let rootless = before.authority().is_none() && !before.path().starts_with('/');
    match segment {
        "." | ".." => Some(ErrorKind::SegmentDots),
        "" if index == 0 && rootless => Some(ErrorKind::SegmentEmpty),
        _ if index == 0 && rootless && !before.has_scheme() && segment.contains(':') => Some(ErrorKind::PathColon),
        _ => None,
    }
}

/// A pushed segment is the last one, or is refused; to pop it restores the path, but for a slash at its end that
/// waited for a segment, and for the root that an authority gave it.
fn pushing_appends<A: Alphabet, F: SchemePresence>(text: &str, segment: &str) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let old = segments(&before);
    let waits = before.path().ends_with('/');
    let index = old.len() - usize::from(waits);
    let mut after = before.clone();
    let pushed = after.path_mut().push(segment).map(drop);
    let joined = joined(&before, [segment]);
    prop_assert_eq!(joined.as_ref().err(), pushed.as_ref().err());
    is_as_parsed(&after)?;
    if let Some(kind) = refusal(&before, index, segment) {
        prop_assert_eq!(pushed.map_err(|error| error.kind()), Err(kind));
        prop_assert_eq!(after.as_str(), text);
        return Ok(true);
    }
    prop_assert_eq!(pushed, Ok(()));
    prop_assert_eq!(&after, &joined.unwrap());
    prop_assert_eq!(others(&after), others(&before));
    let new = segments(&after);
    prop_assert_eq!(&new[..index], &old[..index]);
    prop_assert_eq!(new.len(), index + 1);
    prop_assert_eq!(decode_text(&new[index]), Ok(segment.into()));

    // An empty segment after the root is the root's own, which stays.
    let is_root = after.path() == "/";
    prop_assert_eq!(after.path_mut().pop(), !is_root);
    is_as_parsed(&after)?;
    let expected = match before.path().as_str() {
        "" if before.authority().is_some() => "/",
        "/" => "/",
        path => path.strip_suffix('/').unwrap_or(path),
    };
    prop_assert_eq!(after.path(), expected);
    prop_assert_eq!(others(&after), others(&before));
    Ok(true)
}

/// A replaced segment is what it was replaced by, where it was; or it is refused, or is not there.
fn replacing_replaces<A: Alphabet, F: SchemePresence>(text: &str, index: usize, segment: &str) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let old = segments(&before);
    let mut after = before.clone();
    let replaced = after.path_mut().replace(index, segment);
    is_as_parsed(&after)?;
    if index >= old.len() {
        prop_assert_eq!(replaced, Ok(false));
        prop_assert_eq!(after.as_str(), text);
        return Ok(true);
    }
    // A rooted path without an authority would begin like one.
    let doubled = index == 0
        && segment.is_empty()
        && before.authority().is_none()
        && before.path().starts_with('/')
        && old.len() > 1;
    let refusal = match refusal(&before, index, segment) {
        None if doubled => Some(ErrorKind::PathDoubleSlash),
        refusal => refusal,
    };
    if let Some(kind) = refusal {
        prop_assert_eq!(replaced.map_err(|error| error.kind()), Err(kind));
        prop_assert_eq!(after.as_str(), text);
        return Ok(true);
    }
    prop_assert_eq!(replaced, Ok(true));
    prop_assert_eq!(others(&after), others(&before));
    let new = segments(&after);
    prop_assert_eq!(new.len(), old.len());
    for (at, (new, old)) in new.iter().zip(&old).enumerate() {
        if at == index {
            prop_assert_eq!(decode_text(new), Ok(segment.into()));
        } else {
            prop_assert_eq!(new, old);
        }
    }
    Ok(true)
}

/// Several at once are one after the other, or none of them.
fn extending_pushes_all_or_none<A: Alphabet, F: SchemePresence>(text: &str, more: [&str; 3]) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let mut one_by_one = before.clone();
    let expected = more.iter().try_for_each(|segment| one_by_one.path_mut().push(segment).map(drop));
    let mut after = before.clone();
    let extended = after.path_mut().extend(more).map(drop);
    prop_assert_eq!(extended.is_ok(), expected.is_ok());
    prop_assert_eq!(&after, if extended.is_ok() { &one_by_one } else { &before });
    is_as_parsed(&after)?;
    let joined = joined(&before, more);
    prop_assert_eq!(joined.as_ref().err(), extended.as_ref().err());
    if let Ok(joined) = joined {
        prop_assert_eq!(joined, after);
    }
    Ok(true)
}

/// Popping takes the last segment, and never the root.
fn popping_takes_the_last<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let mut after = before.clone();
    let popped = after.path_mut().pop();
    is_as_parsed(&after)?;
    prop_assert_eq!(popped, !matches!(before.path().as_str(), "" | "/"));
    prop_assert_eq!(others(&after), others(&before));
    prop_assert_eq!(after.path().starts_with('/'), before.path().starts_with('/'));
    let (old, new) = (segments(&before), segments(&after));
    match new.len() {
        _ if !popped => prop_assert_eq!(after.as_str(), text),
        // The root that is left has one segment, and that is empty.
        1 if old.len() == 1 => prop_assert_eq!(after.path(), "/"),
        _ => prop_assert_eq!(&new[..], &old[..old.len() - 1]),
    }
    Ok(true)
}

/// Whether the segments can be the path of this value; if so, the path.
fn path_of<A: Alphabet, F: SchemePresence>(
    before: &Ri<String, A, F>,
    rooted: bool,
    segments: &[String],
) -> Option<String> {
    let path = format!("{}{}", if rooted { "/" } else { "" }, segments.join("/"));
    // A path of one empty segment without a root would have no segment.
    let lost = !rooted && segments.len() == 1 && segments[0].is_empty();
    let kept = before.edited(Edit::Path(&path), OnInvalid::Refuse).is_ok();
    // A rootless path that begins with a slash would be a rooted one.
    (kept && !lost && (rooted || !path.starts_with('/'))).then_some(path)
}

/// Inserting and removing by index do what a list of segments does, or are refused if the list is no path.
fn indices_do_as_a_list<A: Alphabet, F: SchemePresence>(text: &str, index: usize, segment: &str) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let old = segments(&before);
    let path = before.path();
    let rooted = path.starts_with('/') || path.is_empty() && before.authority().is_some();
    let mut pushed = Ri::<String, A, F>::parse("s:/").expect("a root");
    let can_be_pushed = pushed.path_mut().push(segment).is_ok();
    let encoded = can_be_pushed.then(|| pushed.path()[1..].to_string());

    let mut after = before.clone();
    let inserted = after.path_mut().insert(index, segment);
    let mut list = old.clone();
    let expected = encoded.filter(|_| index <= old.len()).and_then(|encoded| {
        list.insert(index, encoded);
        path_of(&before, rooted, &list)
    });
    let done = matches!(inserted, Ok(true));
    prop_assert_eq!(done, expected.is_some(), "{:?}", inserted);
    prop_assert_eq!(after.path(), expected.as_deref().unwrap_or(&path));
    prop_assert_eq!(others(&after), others(&before));
    is_as_parsed(&after)?;

    let mut after = before.clone();
    let removed = after.path_mut().remove(index);
    let mut list = old.clone();
    let expected = (index < old.len()).then(|| list.remove(index)).and_then(|gone| match list.len() {
        // The root stays, as when the last segment is popped; and it is not removed.
        0 if rooted => (!gone.is_empty()).then(|| "/".to_string()),
        _ => path_of(&before, rooted, &list),
    });
    let done = matches!(removed, Ok(true));
    prop_assert_eq!(done, expected.is_some(), "{:?}", removed);
    prop_assert_eq!(after.path(), expected.as_deref().unwrap_or(&path));
    prop_assert_eq!(others(&after), others(&before));
    is_as_parsed(&after)?;

    let mut after = before.clone();
    after.path_mut().clear();
    prop_assert_eq!(after.path(), if path.starts_with('/') { "/" } else { "" });
    is_as_parsed(&after)?;
    Ok(true)
}

#[test]
fn indices_are_those_of_a_list() {
    for_all("insert and remove", (any_valid(), 0..6_usize, segment()), |(text, index, segment)| {
        Ok(of_four!(indices_do_as_a_list, text, *index, segment))
    });
}

fn segment() -> BoxedStrategy<String> {
    prop_oneof![
        2 => values().prop_map(Option::unwrap_or_default),
        1 => ".{0,6}",
    ]
    .boxed()
}

#[test]
fn pushing_a_segment_appends_it() {
    for_all("push", (any_valid(), segment()), |(text, segment)| Ok(of_four!(pushing_appends, text, segment)));
}

#[test]
fn replacing_a_segment_replaces_it() {
    for_all("replace", (any_valid(), 0..6_usize, segment()), |(text, index, segment)| {
        Ok(of_four!(replacing_replaces, text, *index, segment))
    });
}

#[test]
fn extending_pushes_all_segments_or_none() {
    let given = (any_valid(), segment(), segment(), segment());
    for_all("extend", given, |(text, one, two, three)| {
        Ok(of_four!(extending_pushes_all_or_none, text, [one, two, three]))
    });
}

#[test]
fn popping_takes_the_last_segment() {
    for_all("pop", any_valid(), |text| Ok(of_four!(popping_takes_the_last, text)));
}

/// Long segments, so that the guard drops text that is not used any more, several times. The path is divided from the
/// first change on, so all changes are those of a list.
#[test]
fn a_guard_that_lives_long_keeps_what_is_used() {
    let mut uri = Ri::<String, Ascii, HasScheme>::parse("s://h/a/b/c?q#f").expect("a URI");
    let mut list: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
    let mut path = uri.path_mut();
    assert_eq!(path.len(), 3);
    for nth in 0..500 {
        let segment = format!("{nth}-{}", "x".repeat(nth % 97));
        let index = nth * 7 % list.len();
        match nth % 7 {
            0..=2 => {
                assert!(path.replace(index, &segment).expect("a segment"));
                list[index] = segment;
            }
            3 | 4 => {
                assert!(path.push(&segment).is_ok());
                list.push(segment);
            }
            5 => {
                assert!(path.insert(index, &segment).expect("a segment"));
                list.insert(index, segment);
            }
            _ => {
                assert!(path.remove(index).expect("a segment") && path.pop());
                list.remove(index);
                list.pop();
            }
        }
        assert!(path.extend(["x", ".."]).is_err());
        assert_eq!(path.len(), list.len());
    }
    drop(path);
    assert_eq!(uri, format!("s://h/{}?q#f", list.join("/")));
}

/// Every path of up to five characters of which the rules between components speak, with and without what they
/// look at before it.
#[test]
fn segments_of_all_short_paths() {
    for head in ["", "s:", "//h", "s://h", "s:?/", "#"] {
        for_every("short paths", head, &["a", ":", "/", "."], 5, |text| {
            let mut spoke = of_four!(popping_takes_the_last, text);
            for segment in ["", "a", ".", "..", "a:", "/", "%2E"] {
                spoke |= of_four!(pushing_appends, text, segment);
                for index in 0..3 {
                    spoke |= of_four!(replacing_replaces, text, index, segment);
                    spoke |= of_four!(indices_do_as_a_list, text, index, segment);
                }
            }
            Ok(spoke)
        });
    }
}

#[test]
fn a_segment_has_no_escape_that_it_does_not_need() {
    let segment = "a\u{A0}\u{E9}\u{FF}:@!\u{65E5}/?#% \u{E000}\u{7F}";
    let mut iri = Ri::<String, Unicode, HasScheme>::parse("s:/").unwrap();
    iri.path_mut().push(segment).unwrap();
    assert_eq!(iri.path(), "/a\u{A0}\u{E9}\u{FF}:@!\u{65E5}%2F%3F%23%25%20%EE%80%80%7F");
    let mut uri = Ri::<String, Ascii, HasScheme>::parse("s:/").unwrap();
    uri.path_mut().push(segment).unwrap();
    assert_eq!(uri.path(), "/a%C2%A0%C3%A9%C3%BF:@!%E6%97%A5%2F%3F%23%25%20%EE%80%80%7F");
}
