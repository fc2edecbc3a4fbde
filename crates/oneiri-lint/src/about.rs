//! What `oneiri lint --explain` says about each code.

use crate::Code;

impl Code {
    /// An identifier in which the code is found.
    pub fn example(self) -> &'static str {
        ABOUT[self as usize].1
    }

    /// Why the code is worth a finding: sentences, in lines of at most 96 columns.
    pub fn why(self) -> &'static str {
        ABOUT[self as usize].2
    }
}

/// The id of each code, its example and its reason, in the order of the codes.
#[rustfmt::skip]
const ABOUT: [(&str, &str, &str); 54] = [
    ("L101", "foo-bar:x",
        "A scheme that nobody registered may mean something else to another program. Register it,\n\
        or use a name with your own domain in reverse, such as com.example.shop."),
    ("L102", "HTTP://h/",
        "A scheme means the same in capitals. A program that compares texts does not know that, and\n\
        finds two identifiers."),
    ("L103", "../a",
        "What a relative reference names depends on the document that it stands in. A list has\n\
        none, and neither has a data set."),
    ("L104", "www.example.com",
        "Without a scheme, www.example.com is the name of a file next to the page, and in\n\
        example.com:80/a the name is the scheme. A browser's address bar guesses, but links and other\n\
        programs do not. Found are names that begin with www. or end in .com, .org, .net, .edu, .gov,\n\
        .int or .mil, and names and localhost with a port. Other names may be those of files."),
    ("L105", "javascript:alert(1)",
        "The scheme of such an address is a program, which runs with the rights of the page where\n\
        somebody follows the link. Do not let strangers write it."),
    ("L106", "https//:doi.org/10.1000/1",
        "Without the colon in its place this is a relative reference, and with another letter it is\n\
        another scheme. Both are valid, so parsers accept them, and lead to something else."),
    ("L107", "http://h/#http://i/a",
        "Two identifiers that a program joined lead to neither of their places. A base or a\n\
        namespace was probably put before an identifier that was already whole."),
    ("L201", "http://ada:secret@h/",
        "Addresses are shown, logged, sent to other sites and kept in histories, and each of these\n\
        copies holds the password. Give passwords in another way."),
    ("L202", "http://ada@h/",
        "What stands before the @ looks like the host: http://example.com@other.example leads to\n\
        other.example. Browsers hide it or warn about it."),
    ("L203", "http://h:80/",
        "The address without the port leads to the same place. A program that compares texts, or\n\
        keeps a cache by them, has two."),
    ("L204", "http://h:/",
        "A colon with nothing after it means the same as no colon. Some programs refuse it."),
    ("L205", "http://h:08080/",
        "08080 is the port 8080. A program that compares texts has two ports, and one that reads\n\
        zeros as octal has another."),
    ("L206", "http://h:65536/",
        "Ports have 16 bits. Some programs refuse such a number, and others keep its last 16 bits,\n\
        which is another port."),
    ("L301", "http:///x",
        "The rules of this scheme ask for a host. Some programs take the first segment of the path\n\
        for it."),
    ("L302", "http://EXAMPLE.com/",
        "The case of a host makes no difference to the network. A program that compares texts has\n\
        two hosts."),
    ("L303", "http://0x7f.1/",
        "The grammar takes the host for a name, and many programs read it as an IPv4 address, in\n\
        hexadecimal or octal or with parts left out. A filter that looks for 127.0.0.1 does not\n\
        see it."),
    ("L304", "http://a_b/",
        "Such a name cannot be registered or looked up in the domain name system, or only in some\n\
        networks."),
    ("L305", "http://xn--bcher-kva.example/",
        "An IRI can hold the name that people read. Data sets that compare names as text have two\n\
        names otherwise."),
    ("L306", "http://p\u{430}ypal.com/",
        "A label that mixes scripts can look like another name: a Cyrillic letter in a Latin word\n\
        is not seen. Registries refuse most of such names."),
    ("L307", "http://\u{440}\u{430}\u{443}\u{440}\u{430}\u{4CF}.com/",
        "All letters of the label have twins in ASCII, so it can be taken for a name that it is\n\
        not."),
    ("L308", "https://good\u{3002}com/",
        "Browsers map characters of a host before they look it up: full-width letters, other full\n\
        stops, ligatures. Without a host, they take the first segment of the path for it. A filter\n\
        that compares the text sees another host."),
    ("L309", "http://169.254.169.254/",
        "The address or name belongs to this machine or to a network of its own. A server that\n\
        follows links of strangers must not follow this one; to all others it leads nowhere."),
    ("L401", "http://h/a/../b",
        "A program that resolves references removes these segments, and one that compares texts\n\
        does not. So they are two identifiers to one and one to the other."),
    ("L402", "http://h/a/%2e%2E/b",
        "A filter may see a segment that is no dot segment, and the program after it decodes and\n\
        removes it. Then the path leads out of the folder that the filter allowed."),
    ("L403", "http://h",
        "A client asks the server for / where the path is empty, so both addresses are one. A\n\
        program that compares texts has two."),
    ("L404", "http://h/a//b",
        "Some servers and proxies merge slashes, and then two identifiers lead to one place; others\n\
        answer that there is nothing."),
    ("L405", "urn:example:a/../b",
        "The path of this scheme may be a name and no hierarchy. Normalization removes dot segments\n\
        all the same, and then it is another name."),
    ("L501", "http://h/%c3%a9",
        "The digits of an escape mean the same in both cases. A program that compares texts has two\n\
        identifiers."),
    ("L502", "http://h/%7Eada",
        "The escape and the character are the same to the grammar, and some programs decode the\n\
        one. A program that compares texts has two identifiers."),
    ("L503", "http://h/ros%C3%A9",
        "An IRI can hold the character, which people can read. Data sets that compare names as text\n\
        have two names otherwise."),
    ("L504", "http://h/a%2Fb",
        "An escaped delimiter is data, until a program decodes before it divides the text. Then the\n\
        text has one part more, which a filter has not seen."),
    ("L505", "http://h/a%00.png",
        "Some programs end a text at a NUL. So a name that ends with .png for one program ends\n\
        before it for another."),
    ("L506", "http://h/a%0D%0ASet-Cookie:x",
        "Line ends and other control characters can begin a new line in a log or in a header, which\n\
        an attacker then writes."),
    ("L507", "http://h/%2541",
        "%25 is an escaped percent sign. So %2541 stands for the text %41, and not for A; most such\n\
        texts were encoded twice by mistake."),
    ("L508", "http://h/%FF",
        "The octets are no text in UTF-8. They may be text in an older encoding, which every\n\
        program guesses by itself."),
    ("L601", "http://h/re\u{301}sume",
        "The characters can be written in another way that looks the same. No comparison of this\n\
        library brings them together, and no other program has to."),
    ("L602", "http://h/\u{202E}abc",
        "Such a character changes the order in which text is shown, so that people read another\n\
        address. IRIs must not hold it."),
    ("L603", "http://h/\u{5D0}x",
        "Text from right to left next to text from left to right may be shown in another order than\n\
        it is stored. People may read another address."),
    ("L604", "http://h/?\u{E000}",
        "A private-use character means what two parties agreed on. To anybody else it means\n\
        nothing."),
    ("L605", "http://h/a\u{200B}b",
        "The character cannot be seen, so two identifiers look the same. Most of them came in with\n\
        a copy from a page."),
    ("L701", "urn:isbn",
        "A URN has a namespace and a name: urn:isbn:0451450523. Nobody can say what this one names."),
    ("L702", "urn:x-test:a",
        "An experimental namespace is registered nowhere, so anybody may use it for anything."),
    ("L703", "urn:ISBN:0451450523",
        "The case of these letters does not matter by RFC 8141. A program that compares texts has\n\
        two names."),
    ("L704", "urn:uuid:1234",
        "The namespace uuid asks for 32 hexadecimal digits in five groups. Programs refuse other\n\
        text, or read it as another number."),
    ("L711", "file://server/share",
        "Few programs open files of other hosts by file:, and those that do use other protocols for\n\
        it. An address from outside can make a machine log in there."),
    ("L712", "file:x",
        "The path of a file has to begin with a slash. Programs guess differently what else it may\n\
        mean."),
    ("L713", "file:/x",
        "file:/x and file://localhost/x and file:///x are one file. The last form is the one that\n\
        most programs write."),
    ("L721", "data:text/plain",
        "A data URI has a comma before the data. Without it, programs refuse the text or show\n\
        nothing."),
    ("L722", "data:;base64,a",
        "The text after ;base64, cannot be decoded. Some programs stop there, and others show what\n\
        they could decode."),
    ("L723", "data:text/html,x",
        "The document may hold a script, which runs where somebody opens it. Filters for addresses\n\
        do not look into it."),
    ("L731", "mailto:ada",
        "The part before the question mark is a list of mail addresses. Other text opens a mail\n\
        program with a recipient that does not exist."),
    ("L741", "ws://h/#a",
        "A fragment is never sent to a server, and RFC 6455 forbids it here. Browsers refuse the\n\
        address."),
    ("L751", "tel:abc",
        "A telephone number has digits, and marks that are ignored: - . ( ). Anything else is not\n\
        dialled, or dialled as another number."),
    ("L752", "tel:112",
        "The same digits are another telephone in another country. Write the number with + and the\n\
        country, or say where it is local: ;phone-context=."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_in_the_order_of_the_codes() {
        let ids = ABOUT.iter().map(|(id, ..)| *id);
        assert!(ids.eq(Code::all().map(Code::id)));
    }
}
