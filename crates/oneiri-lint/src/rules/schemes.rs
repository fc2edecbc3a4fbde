//! The rules of single schemes: `urn`, `file`, `data` and `mailto`. Those of `ws`, `tel` and scripts
//! have a file of their own.

use alloc::string::String;

use oneiri::Component;
use oneiri::component::Encoded;
use oneiri::registry::{is_nid, is_uuid};

use crate::code::Code;
use crate::inspection::Inspection;
use crate::lints::Fix;

impl Inspection<'_> {
    /// What the specification of the scheme demands beyond the generic syntax.
    pub(crate) fn at_rules_of_the_scheme(&mut self) {
        match self.text_of(Component::Scheme) {
            Some(scheme) if scheme.eq_ignore_ascii_case("urn") => self.at_urn(),
            Some(scheme) if scheme.eq_ignore_ascii_case("file") => self.at_file(),
            Some(scheme) if scheme.eq_ignore_ascii_case("data") => self.at_data(),
            Some(scheme) if scheme.eq_ignore_ascii_case("mailto") => self.at_mailto(),
            Some(scheme) if scheme.eq_ignore_ascii_case("tel") => self.at_tel(),
            _ if self.scheme_is(&["ws", "wss"]) => self.at_ws(),
            _ if self.scheme_is(&["javascript", "vbscript"]) => {
                self.wrong(Code::ScriptScheme, Component::Scheme, "");
            }
            _ => {}
        }
    }

    /// Reports a code about a whole component.
    pub(crate) fn wrong(&mut self, code: Code, component: Component, detail: &'static str) {
        let range = self.range(component);
        self.find(code, component, range, detail);
    }

    /// `urn:NID:NSS`: RFC 8141 section 2.
    fn at_urn(&mut self) {
        if self.host.is_some() {
            let detail = "a URN has no authority";
            return self.wrong(Code::UrnSyntax, Component::Host, detail);
        }
        let (path, start) = self.path();
        let Some((namespace, name)) = path.split_once(':') else {
            let detail = "expected a namespace, a colon and a name";
            return self.wrong(Code::UrnSyntax, Component::Path, detail);
        };
        let after = start + namespace.len() + 1;
        if !is_nid(namespace) {
            let detail = "a namespace is 2 to 32 letters, digits and inner hyphens";
            let range = start..start + namespace.len();
            self.find(Code::UrnSyntax, Component::Path, range, detail);
        } else if namespace.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("x-")) {
            let range = start..start + namespace.len();
            self.find(Code::UrnNamespace, Component::Path, range, "");
        }
        if name.is_empty() || name.starts_with('/') {
            let detail = "expected a name that does not begin with a slash";
            self.find(Code::UrnSyntax, Component::Path, after..start + path.len(), detail);
        }
        let query = self.text_of(Component::Query);
        if query.is_some_and(|query| !query.starts_with(['+', '=']) || query.len() < 2) {
            let detail = "after the \"?\" of a URN comes \"+\" or \"=\", and then something";
            self.wrong(Code::UrnSyntax, Component::Query, detail);
        }
        let uuid = namespace.eq_ignore_ascii_case("uuid");
        if uuid && !is_uuid(name) {
            self.find(Code::UrnUuid, Component::Path, after..start + path.len(), "");
        }
        // A dot segment may remove the namespace, so its case is left alone beside one.
        let clean = path.split('/').all(|segment| !segment.starts_with(['.', '%']));
        let folded = if uuid && is_uuid(name) { path.len() } else { namespace.len() };
        let given = path.get(..folded).unwrap_or_default();
        if clean && is_nid(namespace) && given.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let range = start..start + folded;
            let fix = Fix { range: range.clone(), text: given.to_ascii_lowercase() };
            self.find_fixable(Code::UrnCase, Component::Path, range, "", fix);
        }
    }

    /// `file-URI`: RFC 8089 section 2.
    fn at_file(&mut self) {
        let (path, start) = self.path();
        if !path.starts_with('/') {
            let detail = "expected a path that begins with a slash";
            self.wrong(Code::FileSyntax, Component::Path, detail);
        }
        for component in [Component::Userinfo, Component::Port, Component::Query] {
            if self.part(component).is_some() {
                self.wrong(Code::FileSyntax, component, "a file URI has none");
            }
        }
        let bare = [Component::Userinfo, Component::Port].iter().all(|it| self.part(*it).is_none());
        let local = bare && path.starts_with('/');
        let fix = match self.host {
            Some(host) if host.is_empty() => return,
            None => Fix { range: start..start, text: String::from("//") },
            Some(host) if host.eq_ignore_ascii_case("localhost") => {
                Fix { range: self.range(Component::Host), text: String::new() }
            }
            Some(_) => return self.wrong(Code::FileHost, Component::Host, ""),
        };
        if local {
            let range = self.range(Component::Host);
            self.find_fixable(Code::FileLocalHost, Component::Host, range, "", fix);
        }
    }

    /// `data:[<mediatype>][;base64],<data>`: RFC 2397 section 3.
    fn at_data(&mut self) {
        if self.host.is_some() {
            let detail = "there is no authority: no slashes after the colon";
            return self.wrong(Code::DataSyntax, Component::Host, detail);
        }
        let (path, start) = self.path();
        let Some((head, data)) = path.split_once(',') else {
            return self.wrong(Code::DataSyntax, Component::Path, "expected a comma before the data");
        };
        let base64 = head.rsplit_once(';').filter(|(_, last)| last.eq_ignore_ascii_case("base64"));
        let media = base64.map_or(head, |(media, _)| media);
        if !is_media_type(media) {
            let detail = "expected a type and a subtype, and parameters after semicolons";
            self.find(Code::DataSyntax, Component::Path, start..start + media.len(), detail);
        }
        if PAGES.iter().any(|page| essence(media).eq_ignore_ascii_case(page)) {
            self.find(Code::DataPage, Component::Path, start..start + essence(media).len(), "");
        }
        // A "?" is part of the data by RFC 2397, and it is not a digit of Base64.
        let query = self.text_of(Component::Query);
        if base64.is_some() && (query.is_some() || !is_base64(data)) {
            let range = start + head.len() + 1..start + path.len();
            self.find(Code::DataBase64, Component::Path, range, "");
        }
    }

    /// `mailtoURI = "mailto:" [ to ] [ hfields ]`: RFC 6068 section 2.
    fn at_mailto(&mut self) {
        if self.host.is_some() {
            let detail = "there is no authority: no slashes after the colon";
            return self.wrong(Code::MailtoSyntax, Component::Host, detail);
        }
        let (path, start) = self.path();
        let mut at = start;
        for address in path.split(',').filter(|_| !path.is_empty()) {
            let range = at..at + address.len();
            at = range.end + 1;
            let well = address.rsplit_once('@').is_some_and(|(local, domain)| {
                let plain = |text: &str| !text.is_empty() && !text.contains(['/', '@', ':']);
                plain(local) && plain(domain)
            });
            if !well {
                let detail = "expected an address: a local part, \"@\" and a domain";
                self.find(Code::MailtoSyntax, Component::Path, range, detail);
            }
        }
        let fields = self.text_of(Component::Query).unwrap_or("=");
        if !fields.split('&').all(|field| field.contains('=')) {
            let detail = "expected header fields, each a name, \"=\" and a value";
            self.wrong(Code::MailtoSyntax, Component::Query, detail);
        }
    }
}

/// The types of documents in which browsers run scripts.
const PAGES: [&str; 5] = ["text/html", "application/xhtml+xml", "image/svg+xml", "text/xml", "application/xml"];

fn essence(media: &str) -> &str {
    media.split(';').next().unwrap_or_default()
}

/// `[ type "/" subtype ] *( ";" parameter )`
fn is_media_type(text: &str) -> bool {
    let token = |text: &str| !text.is_empty() && !text.contains(|c: char| "/?=@,:()".contains(c) || !c.is_ascii());
    let mut pieces = text.split(';');
    let media = pieces.next().unwrap_or_default();
    let typed = media.split_once('/').is_some_and(|(kind, sub)| token(kind) && token(sub));
    let parameter = |piece: &str| piece.split_once('=').is_some_and(|(name, value)| token(name) && !value.is_empty());
    (media.is_empty() || typed) && pieces.all(parameter)
}

/// Whether the text is Base64 (RFC 4648 section 4) once its escapes are decoded. White space is ignored.
fn is_base64(text: &str) -> bool {
    let octets = <Encoded<'_>>::from(text).decode_bytes();
    let digits = octets.iter().filter(|octet| !octet.is_ascii_whitespace());
    let (mut length, mut padding) = (0_usize, 0);
    for &octet in digits {
        length += 1;
        match octet {
            b'=' => padding += 1,
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if padding == 0 => {}
            _ => return false,
        }
    }
    // The decoders of browsers accept Base64 without padding, so this one does too.
    if padding == 0 { length % 4 != 1 } else { padding <= 2 && length % 4 == 0 }
}
