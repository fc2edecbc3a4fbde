//! Sitemaps and feeds: the root decides, bases within bases, and values with errors.

use oneiri_documents::{Options, by_id};

use crate::{format, read};

/// What a document refers to, and its errors.
fn links(id: &str, document: &str) -> (Vec<String>, Vec<String>) {
    let links = format(id).links(document.as_bytes());
    let shown = |it: &oneiri_documents::Link| {
        let mut base = it.base;
        let mut text = it.text.clone();
        while let Some(nth) = base {
            text = format!("{}>{text}", links.bases[nth].text);
            base = links.bases[nth].base;
        }
        text
    };
    let wrong = links.wrong.iter().map(|it| it.1.clone()).collect();
    (links.all.iter().map(shown).collect(), wrong)
}

#[test]
fn the_root_decides_and_not_the_format() {
    for (document, expected) in [
        ("<urlset><url><loc>x</loc></url></urlset>", "x"),
        ("<s:sitemapindex xmlns:s='s:'><s:loc>x</s:loc></s:sitemapindex>", "x"),
        ("<rss><channel><link>x</link></channel></rss>", "x"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'><icon>x</icon></feed>", "x"),
        ("<r:RDF xmlns:r='r:'><item><link>x</link></item></r:RDF>", "x"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'><a href='x'/></html>", "x"),
        ("<!-- --><html><a href='x'/></html>", "x"),
        ("<svg xmlns='http://www.w3.org/2000/svg'><use href='x'/></svg>", "x"),
    ] {
        for id in ["sitemap", "feed", "xhtml"] {
            assert_eq!(links(id, document), (vec![expected.to_owned()], vec![]), "{id} {document}");
        }
    }
    // A root that nobody knows has to have references of the format that was asked for.
    for (id, document) in [("sitemap", "<x><loc>x</loc></x>"), ("feed", "<x><link>x</link></x>")] {
        assert_eq!(links(id, document), (vec!["x".to_owned()], vec![]));
    }
    for id in ["sitemap", "feed", "xhtml"] {
        let (texts, wrong) = links(id, "<opml><outline xmlUrl='x'/></opml>");
        assert_eq!(texts, [""; 0]);
        assert!(wrong[0].contains("as the root, found <opml>"), "{wrong:?}");
    }
}

/// The text of a `<loc>` with an element in it is no address, and is not skipped in silence.
#[test]
fn an_element_within_an_address_is_an_error() {
    let expected = "expected an address as the text of <loc>, found the element <b>";
    for inner in ["http://h/<b>x</b>", "<b/>", "<b>http://h/</b>", "http://h/<s:b xmlns:s='s:'/>x"] {
        let document = format!("<urlset><url><loc>{inner}</loc></url><url><loc>y</loc></url></urlset>");
        assert_eq!(links("sitemap", &document), (vec!["y".to_owned()], vec![expected.to_owned()]), "{document}");
    }
}

/// Each `xml:base` is relative to the one around it. It is no link, and is checked.
#[test]
fn bases_stand_within_bases() {
    let atom = "<feed xml:base='/a/'><link href='1'/><entry xml:base='b/'><link href='2'/>\
                <content xml:base='c/' src='3'/><link href='4'/></entry><link href='5'/></feed>";
    let expected = ["/a/>1", "/a/>b/>2", "/a/>b/>c/>3", "/a/>b/>4", "/a/>5"];
    assert_eq!(links("feed", atom), (expected.map(str::to_owned).to_vec(), vec![]));
    let base = oneiri::Ri::parse_owned("http://h/x".to_owned()).unwrap();
    let options = Options { base: Some(base), ..Options::default() };
    let (mut texts, document) = (Vec::new(), atom.as_bytes());
    let format = by_id("feed").unwrap().open(options);
    format.read(document, &mut |it| texts.push(String::from_utf8_lossy(it.text).into_owned())).unwrap();
    assert_eq!(
        texts,
        [
            "http://h/a/", "http://h/a/1", "http://h/a/b/", "http://h/a/b/2", "http://h/a/b/c/", "http://h/a/b/c/3",
            "http://h/a/b/4", "http://h/a/5",
        ]
    );
    // An invalid one is refused, and the one around it holds.
    let (texts, _) = read("feed", "<feed xml:base='a:/b/'><entry xml:base='c d'><link href='e'/></entry></feed>");
    assert_eq!(texts, ["a:/b/", "c d", "a:/b/e"]);
}

/// A value with an error is refused whole: what is before the error is another address.
#[test]
fn values_with_errors_are_no_links() {
    for value in ["http://h/?a=1&b=2", "http://h/&Acirc;x", "&b;http://h/", "http://h/ &", "a&#0;b", "a\u{1}b"] {
        for (id, document) in [
            ("sitemap", format!("<urlset><loc>{value}</loc><loc>x</loc></urlset>")),
            ("sitemap", format!("<urlset><link href='{value}'/><loc>x</loc></urlset>")),
            ("feed", format!("<rss><link>{value}</link><guid>x</guid></rss>")),
            ("feed", format!("<feed><link href='{value}'/><id>x</id></feed>")),
            ("xhtml", format!("<html><a href='{value}'/><a href='x'/></html>")),
        ] {
            let (texts, wrong) = links(id, &document);
            assert_eq!(texts, ["x"], "{document}");
            assert_eq!(wrong.len(), 1, "{document}: {wrong:?}");
        }
    }
    assert_eq!(links("sitemap", "<urlset><loc>a&b</loc></urlset>").1, ["expected an entity or &amp;, found '&' alone"]);
    // What a document declares is known.
    let declared = "<!DOCTYPE urlset [<!ENTITY h 'http://h/'>]><urlset><loc>&h;?a&amp;b</loc></urlset>";
    assert_eq!(links("sitemap", declared), (vec!["http://h/?a&b".to_owned()], vec![]));
}

#[test]
fn an_empty_value_is_no_link() {
    let empty = "<loc/><loc></loc><loc> \n</loc><loc><!-- --></loc><loc><![CDATA[]]></loc>";
    assert_eq!(links("sitemap", &format!("<urlset>{empty}<link href=''/></urlset>")), (vec![], vec![]));
    assert_eq!(links("feed", "<rss><link/><guid> </guid><enclosure url=''/></rss>"), (vec![], vec![]));
}

#[test]
fn feeds_hold_html() {
    let rss = "<rss xmlns:content='c:'><description>no &amp; &lt;b></description><item>\
        <description>&lt;a href='1?a&amp;amp;b'>&lt;img src=2></description>\
        <content:encoded><![CDATA[<base href='b/'><a href='3'><svg><title/></svg><a href='4'>]]></content:encoded>\
        <title>&lt;a href='no'></title></item></rss>";
    assert_eq!(links("feed", rss), (["1?a&b", "2", "b/>3", "b/>4"].map(str::to_owned).to_vec(), vec![]));
    let all = format("feed").links(rss.as_bytes());
    assert_eq!(&rss[all.all[2].range.clone()], "3");
    assert!(rss[all.all[0].range.clone()].starts_with("&lt;a href="), "the whole text");
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:h='http://www.w3.org/1999/xhtml' xml:base='/f/'>\
        <title type='html'>&lt;a href='1'></title><summary>&lt;a href='no'></summary>\
        <content type='xhtml' xml:base='c/'><h:div><h:a href='2'/><h:link href='3'/><h:img src='4' srcset='5 2x'/></h:div>\
        <div xmlns='http://www.w3.org/1999/xhtml'><a href='6'/><iframe srcdoc='&lt;a href=7>'/></div></content></feed>";
    let expected = ["/f/>1", "/f/>c/>2", "/f/>c/>3", "/f/>c/>4", "/f/>c/>5", "/f/>c/>6", "/f/>c/>7"];
    assert_eq!(links("feed", atom), (expected.map(str::to_owned).to_vec(), vec![]));
    // In a sitemap, the links of XHTML are translations, and nothing else is a link.
    let map = "<urlset xmlns:x='http://www.w3.org/1999/xhtml'><loc>1</loc><x:link href='2'/><x:a href='no'/></urlset>";
    assert_eq!(links("sitemap", map), (["1", "2"].map(str::to_owned).to_vec(), vec![]));
}
