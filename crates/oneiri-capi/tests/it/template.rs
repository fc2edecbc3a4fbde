//! Templates: compiled, expanded, matched, freed.

use std::ptr::{null, null_mut};

use oneiri_capi::*;

use crate::call::{Refused, pointer, written};

/// A template that is freed when the test is over.
struct Template(*mut oneiri_template);

// SAFETY: the header promises that several threads may use one template.
unsafe impl Sync for Template {}

impl Drop for Template {
    fn drop(&mut self) {
        // SAFETY: `compile` wrote it, and nobody else has it.
        unsafe { oneiri_template_free(self.0) };
    }
}

fn compile(text: &[u8]) -> Result<Template, Refused> {
    let (start, length) = pointer(Some(text));
    let checked = written(|buffer, capacity, needed, error| {
        // SAFETY: the text is a slice, there is no place for a template, and `written` gives what can be written.
        unsafe { oneiri_template_compile(start, length, null_mut(), buffer, capacity, needed, error) }
    });
    let mut template = null_mut();
    // SAFETY: the text is a slice, and the place a variable.
    let status = unsafe {
        let (none, nowhere) = (null_mut(), null_mut());
        oneiri_template_compile(start, length, &mut template, none, 0, nowhere, null_mut())
    };
    assert_eq!(checked.is_ok(), status == ONEIRI_OK);
    assert_eq!(template.is_null(), status != ONEIRI_OK);
    assert_eq!(checked?, b"", "a template has no result");
    Ok(Template(template))
}

fn expand(template: &Template, values: &str) -> Result<String, Refused> {
    let (start, length) = pointer(Some(values.as_bytes()));
    let done = written(|buffer, capacity, needed, error| {
        // SAFETY: the text is a slice, the template is not freed, and `written` gives what can be written.
        unsafe { oneiri_template_expand(template.0, start, length, buffer, capacity, needed, error) }
    });
    done.map(|it| String::from_utf8(it).unwrap())
}

fn matches(template: &Template, text: &[u8]) -> Result<String, Refused> {
    let (start, length) = pointer(Some(text));
    let done = written(|buffer, capacity, needed, error| {
        // SAFETY: the text is a slice, the template is not freed, and `written` gives what can be written.
        unsafe { oneiri_template_match(template.0, start, length, buffer, capacity, needed, error) }
    });
    done.map(|it| String::from_utf8(it).unwrap())
}

fn fault<T: std::fmt::Debug>(done: Result<T, Refused>) -> (usize, usize, u32, i32, String) {
    let Err(Refused::Invalid { error, sentence }) = done else { panic!("{done:?}") };
    assert_eq!((error.kind, error.component), (ONEIRI_KIND_OTHER, ONEIRI_TEXT));
    (error.start, error.end, error.found, error.argument, sentence)
}

/// The examples of the guide and of RFC 6570: what is expanded is matched.
#[test]
fn matching_is_the_reverse_of_expansion() {
    for (template, values, text) in [
        ("/users/{id}{?fields*}", r#"{"id":"ada","fields":["name","age"]}"#, "/users/ada?fields=name&fields=age"),
        ("/users/{id}{?fields*}", r#"{"id":"a/d a"}"#, "/users/a%2Fd%20a"),
        ("{;keys*}", r#"{"keys":{"semi":";","dot":"."}}"#, ";semi=%3B;dot=."),
        ("map{?x,y}", r#"{"x":"1024","y":"768"}"#, "map?x=1024&y=768"),
        ("{+path}/here", r#"{"path":"/foo/bar"}"#, "/foo/bar/here"),
        ("", "{}", ""),
        ("{u}", r#"{"u":"\u00FC"}"#, "%C3%BC"),
    ] {
        let compiled = compile(template.as_bytes()).unwrap();
        assert_eq!(expand(&compiled, values).as_deref(), Ok(text), "{template}");
        let expected = values.replace(r"\u00FC", "ü");
        assert_eq!(matches(&compiled, text.as_bytes()), Ok(expected), "{template}");
    }
    // Numbers, truth values and null, which a text cannot tell from texts.
    let map = compile(b"{?a,b,c,d}").unwrap();
    let values = r#"{"a": 1.5, "b": true, "c": null, "d": [null, 2], "unused": {}}"#;
    assert_eq!(expand(&map, values).as_deref(), Ok("?a=1.5&b=true&d=2"));
}

#[test]
fn faults_have_places() {
    let (start, end, found, argument, sentence) = fault(compile(b"/users/{id!}").map(|_| ()));
    assert_eq!((start, end, found, argument), (10, 11, '!'.into(), 0));
    assert!(sentence.contains("byte 10: expected ','"), "{sentence}");
    let unclosed = fault(compile(b"/users/{id").map(|_| ()));
    assert_eq!((unclosed.0, unclosed.1, unclosed.2), (10, 10, ONEIRI_END));

    let template = compile(b"/users/{id:3}").unwrap();
    let mismatch = fault(matches(&template, b"/pages/ada"));
    assert_eq!((mismatch.0, mismatch.1, mismatch.2, mismatch.3), (1, 2, 'p'.into(), 0));
    // The place in the values, and the place in the template.
    let json = fault(expand(&template, "{\n  \"id\": oops\n}"));
    assert_eq!((json.0, json.1, json.3), (10, 10, 0), "{json:?}");
    assert_eq!(fault(expand(&template, "[]")).3, 0);
    assert_eq!(fault(expand(&template, "")).3, 0);
    let prefix = fault(expand(&template, r#"{"id": ["a"]}"#));
    assert_eq!((prefix.0, prefix.1, prefix.3), (8, 12, 1), "{prefix:?}");
}

/// It expands, and says why it does not match.
#[test]
fn an_ambiguous_template_has_no_match() {
    let template = compile(b"{a}{b}").unwrap();
    assert_eq!(expand(&template, r#"{"a":"x"}"#).as_deref(), Ok("x"));
    let (start, end, _, argument, sentence) = fault(matches(&template, b"x"));
    assert_eq!((start, end, argument), (0, 6, 1));
    assert!(sentence.contains("'a' is the expansion of"), "{sentence}");
}

#[test]
fn no_template_is_misuse() {
    let none = Template(null_mut());
    assert_eq!(expand(&none, "{}"), Err(Refused::Misuse));
    assert_eq!(matches(&none, b""), Err(Refused::Misuse));
    let Err(Refused::Invalid { error, .. }) = matches(&compile(b"").unwrap(), b"\xFF") else { panic!("not UTF-8") };
    assert_eq!(error.kind, ONEIRI_KIND_UTF8);
    // SAFETY: all pointers are null; the length is what the test is about.
    unsafe {
        let (nothing, nowhere) = (null_mut(), null_mut());
        let status = oneiri_template_compile(null(), 1, null_mut(), nothing, 0, nowhere, null_mut());
        assert_eq!(status, ONEIRI_MISUSE);
        oneiri_template_free(null_mut());
    }
}

/// The first match of a template, which makes its automaton, by several threads at once.
#[test]
fn threads_share_a_template() {
    for _ in 0..20 {
        let template = compile(b"/users/{id}{?q}").unwrap();
        std::thread::scope(|scope| {
            for id in ["a", "b"] {
                let template = &template;
                scope.spawn(move || {
                    let found = matches(template, format!("/users/{id}").as_bytes());
                    assert_eq!(found, Ok(format!(r#"{{"id":"{id}"}}"#)));
                });
            }
        });
    }
}
