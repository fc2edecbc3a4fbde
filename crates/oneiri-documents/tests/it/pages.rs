//! Pages, sitemaps and feeds.

use crate::{format, read};

/// The references of a page with what holds them.
fn links(id: &str, document: &str) -> Vec<String> {
    let links = format(id).links(document.as_bytes());
    links.all.iter().map(|it| format!("{} {} {}", it.element, it.attribute, it.text)).collect()
}

/// Without scripts, a browser reads what `<noscript>` holds. In a script or a style there are no
/// elements.
#[test]
fn noscript_is_read_without_scripts() {
    let page = "<noscript><img src=a></noscript><script>'<img src=b>'</script>\
                <style><img src=c></style><iframe><img src=d></iframe><title><img src=e></title><img src=f>";
    assert_eq!(links("html", page), ["img src a", "img src f"]);
}

#[test]
fn sitemaps_hold_pages_images_and_languages() {
    let map = "<urlset xmlns='s:' xmlns:image='i:' xmlns:xhtml='x:'><url><loc> a:1&amp;2\n</loc>\
               <image:image><image:loc><![CDATA[a:3&4]]></image:loc></image:image>\
               <xhtml:link rel='alternate' href='a:5'/><lastmod>2026</lastmod></url></urlset>";
    assert_eq!(links("sitemap", map), ["loc  a:1&2", "loc  a:3&4", "link href a:5"]);
    assert_eq!(read("sitemap", map).0, ["a:1&2", "a:3&4", "a:5"]);
    let mut out = Vec::new();
    format("sitemap").spell(b"a:&<", true, &mut out);
    assert_eq!(out, b"a:&amp;&lt;");
}

#[test]
fn feeds_hold_links_media_and_identifiers() {
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://h/a/'><id>urn:x</id>\
        <link href='b'/><author><name>x</name><uri>c</uri></author><icon>d</icon>\
        <entry xml:base='e/'><link rel='enclosure' href='f'/><content src='g'/></entry>\
        <entry><link href='i j'/></entry></feed>";
    let expected = [
        "http://h/a/", "urn:x", "http://h/a/b", "http://h/a/c", "http://h/a/d", "http://h/a/e/", "http://h/a/e/f",
        "http://h/a/e/g", "i j",
    ];
    assert_eq!(read("feed", atom), (expected.map(str::to_owned).to_vec(), vec![]));
    let rss = "<rss xmlns:media='m:' xmlns:itunes='i:'><channel><link>a:1</link><docs>a:2</docs>\
        <image><url>a:3</url></image><itunes:image href='a:4'/><item><title>no</title>\
        <guid isPermaLink='false'>no</guid><guid>a:5</guid><enclosure url='a:6' length='1'/>\
        <media:content url='a:7'><media:thumbnail url='a:8'/></media:content>\
        <source url='a:9'>no</source></item></channel></rss>";
    let texts: Vec<String> = (1..=9).map(|it| format!("a:{it}")).collect();
    assert_eq!(read("feed", rss), (texts, vec![]));
}

#[test]
fn the_lines_of_an_index_are_refused_one_by_one() {
    let (texts, errors) = read("cdxj", "!x\na 1 {\"url\": \"u:1\"}\na 2 {}\na 3 {\"url\": \"u:3\"}\n");
    assert_eq!(texts, ["u:1", "u:3"]);
    assert_eq!(errors, ["3: expected a JSON object with a string \"url\", found none"]);
}
