use super::*;

/// RFC 3986 section 5.4.1 and 5.4.2, base `http://a/b/c/d;p?q`.
const RFC_5_4: [(&str, &str); 42] = [
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"),
    ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
];

#[test]
fn the_examples_of_rfc_3986_section_5_4() {
    for (reference, expected) in RFC_5_4 {
        for routine in [verbatim as DotRoutine, guarded] {
            assert_eq!(resolve("http://a/b/c/d;p?q", reference, true, routine), expected, "{reference}");
        }
    }
    assert_eq!(resolve("http://a/b/c/d;p?q", "http:g", false, verbatim), "http://a/b/c/g");
}

#[test]
fn the_worked_examples_of_rfc_3986_section_5_2_4() {
    assert_eq!(remove_dot_segments_rfc3986("/a/b/c/./../../g"), "/a/g");
    assert_eq!(remove_dot_segments_rfc3986("mid/content=5/../6"), "mid/6");
}

/// D-16: base, reference, with SRFI 275's routine and the guard, verbatim.
#[test]
fn the_table_of_d_16() {
    for (base, reference, ours, theirs) in [
        ("foo:a/b", "../x", "foo:x", "foo:/x"),
        ("foo:a/b", "..", "foo:", "foo:/"),
        ("any:", "foo:a/../b", "foo:b", "foo:/b"),
        ("foo:a/b", "..//c", "foo:.//c", "foo://c"),
        ("foo:/a/b", "..//c", "foo:/.//c", "foo://c"),
        ("foo:", ".///bar", "foo:.///bar", "foo://bar"),
        ("foo:a", "..", "foo:", "foo:"),
        ("foo:a", "../x", "foo:x", "foo:x"),
        ("foo:", "x", "foo:x", "foo:x"),
    ] {
        assert_eq!(resolve(base, reference, true, guarded), ours, "{base} + {reference}");
        assert_eq!(resolve(base, reference, true, verbatim), theirs, "{base} + {reference}");
    }
}

/// D-34: a fragment on the base is ignored, and an empty path copies the base path as it is.
#[test]
fn the_examples_of_d_34() {
    assert_eq!(resolve("http://h/p#f", "", true, guarded), "http://h/p");
    assert_eq!(resolve("http://h/a/../b", "", true, guarded), "http://h/a/../b");
    assert_eq!(resolve("http://h/a/..", ".", true, guarded), "http://h/a/");
}

/// D-16: the two routines agree on all absolute paths over `a . /` of up to nine characters.
#[test]
fn both_routines_agree_on_absolute_paths() {
    let mut paths = vec![String::from("/")];
    let mut counted = 0;
    for _ in 0..8 {
        for path in &paths {
            assert_eq!(remove_dot_segments_srfi275(path), remove_dot_segments_rfc3986(path), "{path}");
            counted += 1;
        }
        paths = paths.iter().flat_map(|path| ["a", ".", "/"].map(|next| format!("{path}{next}"))).collect();
    }
    assert_eq!(counted, 3280);
}
