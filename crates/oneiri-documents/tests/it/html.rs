//! HTML as browsers read it: foreign content, bases, encodings, documents within documents.

use oneiri_documents::{Links, Options, by_id};

use crate::format;

/// What a document refers to: the element, the attribute, the text, and the base that the document names.
fn links(id: &str, document: impl AsRef<[u8]>) -> Vec<String> {
    shown(&format(id).links(document.as_ref()))
}

fn shown(links: &Links) -> Vec<String> {
    let shown = |it: &oneiri_documents::Link| {
        let base = it.base.map(|nth| format!(" in {}", links.bases[nth].text));
        format!("{} {} {}{}", it.element, it.attribute, it.text, base.unwrap_or_default())
    };
    links.all.iter().map(shown).collect()
}

/// In SVG and MathML, and in XML, `<title/>` is a whole element. In HTML, the slash means nothing.
#[test]
fn self_closing_tags_end_in_foreign_content_only() {
    for name in ["title", "style", "script", "textarea", "iframe", "xmp", "noembed", "noframes"] {
        for foreign in ["svg", "math"] {
            let page = format!("<{foreign}><{name}/></{foreign}><a href=x>");
            assert_eq!(links("html", &page), ["a href x"], "{page}");
            let page = format!("<{foreign}><{name}></{name}></{foreign}><a href=x>");
            assert_eq!(links("html", &page), ["a href x"], "{page}");
        }
        let page = format!("<{name}/><a href=x></{name}><a href=y>");
        assert_eq!(links("html", &page), ["a href y"], "{page}");
        let page = format!("<html xmlns='http://www.w3.org/1999/xhtml'><{name}/><a href='x'/><A HREF='y'/></html>");
        assert_eq!(links("xhtml", &page), ["a href x"], "{page}");
        let page = format!("<svg xmlns='http://www.w3.org/2000/svg'><{name}/><a href='x'/></svg>");
        assert_eq!(links("xhtml", &page), ["a href x"], "{page}");
    }
    assert_eq!(links("html", "<plaintext><a href=x>"), [""; 0]);
}

/// A tag of HTML ends SVG, but not in an element in which HTML may be.
#[test]
fn foreign_content_ends_as_in_browsers() {
    for (page, expected) in [
        ("<svg><p><title><a href=x></title><a href=y>", &["a href y"][..]),
        ("<svg><desc><title><a href=x></title></desc><title/><a href=y>", &["a href y"]),
        ("<svg><foreignObject><style><a href=x></style></foreignObject><style/><a href=y>", &["a href y"]),
        ("<math><mi><style><a href=x></style></mi><style/></math><a href=y>", &["a href y"]),
        ("<math><annotation-xml encoding=text/html><style><a href=x></style>", &[]),
        ("<math><annotation-xml><style/><svg><style/></svg></annotation-xml><a href=y>", &[]),
        ("<svg><font><style/><font color=x><style><a href=x></style><a href=y>", &["a href y"]),
        ("<svg></svg><style/><a href=x></style><a href=y>", &["a href y"]),
        ("<div><svg></div><style/><a href=x></style><a href=y>", &["a href y"]),
        ("<svg></div><style/><a href=y>", &["a href y"]),
        ("<svg></p><style/><a href=x></style><a href=y>", &["a href y"]),
        ("<svg><g></SVG><style/><a href=x></style><a href=y>", &["a href y"]),
        ("<form><svg></form><style/><a href=y>", &["a href y"]),
        ("<svg/><style/><a href=x></style><a href=y>", &["a href y"]),
    ] {
        let found = links("html", page);
        assert_eq!(found, expected, "{page}");
    }
}

#[test]
fn text_is_no_link() {
    for page in [
        "<svg><![CDATA[<a href=x>]]></svg>",
        "<svg><![CDATA[</svg><a href=x>]]>",
        "<noframes><a href=x></noframes>",
        "<!-- <a href=x> -->",
        "<meta http-equiv=refresh content='0url=x'>",
        "<img srcset='a (b,c)'>",
        "<math><a href=x></a></math>",
        "<a xlink:href=x>",
        "<script href=x></script>",
        "<img src=''><script src=' '></script><iframe src></iframe>",
    ] {
        assert_eq!(links("html", page), [""; 0], "{page}");
    }
    // Outside of SVG, <![CDATA[ begins a comment that ends with ">".
    assert_eq!(links("html", "<![CDATA[<a href=x><a href=y>]]>"), ["a href y"]);
}

#[test]
fn elements_of_svg_and_old_names_are_links() {
    assert_eq!(
        links(
            "html",
            "<image src=a srcset='b 2x'><svg><script href=c /><image xlink:href=d /><use href=e xlink:href=f />"
        ),
        ["img src a", "img srcset b", "script href c", "image xlink:href d", "use href e"]
    );
    assert_eq!(
        links(
            "xhtml",
            "<s:svg xmlns:s='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'><s:image l:href='a'/><s:script href='b'/><script href='c' xmlns='x:'/></s:svg>"
        ),
        ["image xlink:href a", "script href b"]
    );
}

#[test]
fn the_first_base_of_the_document_counts() {
    for (page, base) in [
        ("<a href=x><base href='http://b/'><base href='http://c/'>", " in http://b/"),
        ("<base href=' http://b/y z/ '><a href=x>", " in http://b/y z/"),
        ("<base target=_top><base href='/b/'><a href=x>", " in /b/"),
        ("<base href='data:text/html,x'><base href='http://c/'><a href=x>", ""),
        ("<base href=' JAVA&#10;SCRIPT:1'><a href=x>", ""),
        ("<template><base href='http://b/'></template><a href=x>", ""),
        ("<template><template></template><base href='http://b/'></template><a href=x>", ""),
        ("<template></template><base href='http://b/'><a href=x>", " in http://b/"),
        ("<svg><base href='http://b/'/></svg><a href=x>", ""),
        ("<svg><template/></svg><base href='http://b/'><a href=x>", " in http://b/"),
        ("<math><base href='http://b/'/></math><a href=x>", ""),
    ] {
        assert_eq!(links("html", page), [format!("a href x{base}")], "{page}");
    }
    let page = "<html xmlns='http://www.w3.org/1999/xhtml'><a href='x'/><base href='http://b/'/></html>";
    assert_eq!(links("xhtml", page), ["a href x in http://b/"]);
}

#[test]
fn documents_within_documents_are_read() {
    let page = "<iframe srcdoc='<a href=x>'></iframe><a href=y><base href='/b/'>";
    assert_eq!(links("html", page), ["a href x in /b/", "a href y in /b/"]);
    let all = format("html").links(page.as_bytes());
    assert_eq!(&page[all.all[0].range.clone()], "x");
    // Its own base holds for it alone, and is relative to that of the page.
    let page = "<base href='/b/'><iframe srcdoc=\"<base href='c/'><a href='x&amp;amp;'>\"></iframe><a href=y>";
    assert_eq!(links("html", page), ["a href x& in c/", "a href y in /b/"]);
    let all = format("html").links(page.as_bytes());
    assert_eq!(all.bases[1].base, Some(0));
    // Each within the one before, deeper than is read: nothing is lost in silence.
    let mut page = "<a href=x>".to_owned();
    for depth in 0..12 {
        page = format!(
            "<iframe srcdoc=\"{}\"></iframe><a href={depth}>",
            page.replace('&', "&amp;").replace('"', "&quot;")
        );
        let all = format("html").links(page.as_bytes());
        assert_eq!(all.all.len() + all.wrong.len(), if depth < 8 { depth + 2 } else { 10 }, "{depth}");
        assert_eq!(all.wrong.len(), usize::from(depth >= 8), "{depth}");
    }
}

/// A text in UTF-16, with or without a mark.
fn utf16(text: &str, is_big: bool) -> Vec<u8> {
    let units = text.encode_utf16();
    units.flat_map(|it| if is_big { it.to_be_bytes() } else { it.to_le_bytes() }).collect()
}

#[test]
fn pages_have_many_encodings() {
    let page = "\u{FEFF}<a href='/é?q=ж'>";
    for bytes in [page.as_bytes().to_vec(), utf16(page, false), utf16(page, true)] {
        assert_eq!(links("html", &bytes), ["a href /é?q=ж"]);
        let found = format("html").links(&bytes);
        assert_eq!(found.browser_text("/é?q=ж"), "/é?q=ж", "URLs are never in UTF-16");
    }
    for id in ["sitemap", "feed", "xhtml"] {
        for is_big in [false, true] {
            let map = "<?xml version='1.0' encoding='utf-16'?><urlset><loc>http://h/é</loc></urlset>";
            assert_eq!(links(id, utf16(map, is_big)), ["loc  http://h/é"], "{id} {is_big}");
            let marked = utf16(&format!("\u{FEFF}{map}"), is_big);
            assert_eq!(links(id, marked), ["loc  http://h/é"], "{id} {is_big}");
        }
        let map = b"<?xml version='1.0' encoding=\"windows-1251\"?><urlset><loc>/\xEA</loc></urlset>";
        assert_eq!(links(id, map), ["loc  /к"], "{id}");
    }
    let declared = |meta: &str| [meta.as_bytes(), b"<a href='/\xEA?\xEA\xE8'>"].concat();
    for meta in [
        "<meta charset=windows-1251>",
        "<title>x</title><META CHARSET=' cp1251 '>",
        "<meta http-equiv=Content-Type content='text/html; charset=\"windows-1251\"'>",
        "<meta charset=windows-1251><meta charset=utf-8>",
    ] {
        let found = format("html").links(&declared(meta));
        assert_eq!(shown(&found), ["a href /к?ки"], "{meta}");
        assert_eq!(found.encoding, Some("windows-1251"));
        assert_eq!(found.browser_text("/к?ки€\u{4E00}#к"), "/к?%EA%E8%88%26%2319968%3B#к");
        assert_eq!(found.text.as_deref().map(|it| &it[found.all[0].range.clone()]), Some("/к?ки"));
    }
    // The header is stronger than the page, and a mark stronger than the header.
    let with = |label: &str, page: &[u8]| {
        let options = Options { encoding: Some(label.to_owned()), ..Options::default() };
        shown(&by_id("html").unwrap().open(options).links(page))
    };
    assert_eq!(with("windows-1251", &declared("<meta charset=utf-8>")), ["a href /к?ки"]);
    assert_eq!(with("shift_jis", "\u{FEFF}<a href=é>".as_bytes()), ["a href é"]);
    assert_eq!(with("no-such-encoding", b"<a href=x>"), ["a href x"]);
}

/// Bytes that are not text refuse the references that they are in, and no others.
#[test]
fn damaged_bytes_lose_no_document() {
    for id in ["html", "xhtml", "sitemap", "feed"] {
        let page: &[u8] = match id {
            "html" => b"<p>\xE9<a href=a><a href=b\xE9c><a href=d\xE2\x82><a href=e>",
            "xhtml" => b"<html>\xE9<a href='a'/><a href='b\xE9c'/><a href='d\xE2\x82'/><a href='e'/></html>",
            "sitemap" => b"<urlset>\xE9<loc>a</loc><loc>b\xE9c</loc><loc>d\xE2\x82</loc><loc>e</loc></urlset>",
            _ => b"<rss>\xE9<link>a</link><link>b\xE9c</link><link>d\xE2\x82</link><link>e</link></rss>",
        };
        let found = format(id).links(page);
        let texts: Vec<&str> = found.all.iter().map(|it| &*it.text).collect();
        assert_eq!(texts, ["a", "e"], "{id}");
        // In XML, the document itself is broken as well.
        assert_eq!(found.wrong.len(), if id == "html" { 2 } else { 3 }, "{id}: {:?}", found.wrong);
        let (mut texts, mut errors) = (Vec::new(), 0);
        format(id)
            .read(page, &mut |it| match it.error {
                Some(_) => errors += 1,
                None => texts.push(it.text.to_owned()),
            })
            .unwrap();
        assert_eq!((texts.len(), errors), (2, found.wrong.len()), "{id}");
    }
}

/// The parser of HTML leaves out a form in a form, and parts of tables that are in no table.
#[test]
fn what_browsers_leave_out_has_no_links() {
    for (page, expected) in [
        ("<form action=a><form action=b></form><form action=c>", &["form action a", "form action c"][..]),
        ("<form action=a><template><form action=b>", &["form action a", "form action b"]),
        ("<td background=a><table><td background=b></table><th background=c>", &["td background b"]),
        ("<template><form action=a><table><form action=b></table><form action=c>", &["form action a", "form action c"]),
        ("<frame src=a><frameset><frame src=b></frameset>", &["frame src b"]),
        ("<table><div><tr background=a>", &["tr background a"]),
        ("<template><td background=a></template>", &["td background a"]),
        ("<template><b></b><td background=a></template><template><td background=b>", &["td background b"]),
        ("<input type=image src=''><input formaction=''>", &["input formaction "]),
    ] {
        assert_eq!(links("html", page), expected, "{page}");
    }
}
