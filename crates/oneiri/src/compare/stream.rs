//! A normal form as a stream of bytes, for those who order or hash it and need not keep it.

use crate::dots::{Unit, Units, head};
use crate::normalize::{Coded, Plan, Rewrite, Rewritten, Shape};
use crate::syntax::error::Component;

/// The bytes of a normal form, from first to last.
pub(crate) struct Stream<'a> {
    plan: Plan,
    shape: &'a Shape<'a>,
    /// The next of the places that text may come from.
    place: usize,
    text: Rewritten<'a>,
    units: Option<(Units<'a>, Option<Unit<'a>>)>,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(plan: Plan, shape: &'a Shape<'a>) -> Self {
        Self { plan, shape, place: 0, text: literal(""), units: None }
    }

    /// What comes at a place: a component, or what stands before or behind it.
    fn at(&mut self, place: usize) -> Option<Rewritten<'a>> {
        let parts = self.shape.parts();
        let coded = |text, component| Rewritten::new(self.plan.coded(text, component));
        let given = |part: Option<&str>, text| part.map_or(literal(""), |_| literal(text));
        let component =
            |part: Option<&'a str>, which| part.map_or(literal(""), |text| coded(text, which));
        Some(match place {
            0 => component(parts.scheme, Component::Scheme),
            1 => given(parts.scheme, ":"),
            2 => given(parts.host, "//"),
            3 => component(parts.userinfo, Component::Userinfo),
            4 => given(parts.userinfo, "@"),
            5 => component(parts.host, Component::Host),
            6 => given(parts.port, ":"),
            7 => literal(parts.port.unwrap_or_default()),
            8 => self.path(),
            9 => given(parts.query, "?"),
            10 => component(parts.query, Component::Query),
            11 => given(parts.fragment, "#"),
            12 => component(parts.fragment, Component::Fragment),
            _ => return None,
        })
    }

    /// The path, or what stands before its first unit.
    fn path(&mut self) -> Rewritten<'a> {
        let path: &'a str = &self.shape.path;
        if !self.shape.may_have_dots() {
            return Rewritten::new(self.plan.coded_path(self.shape));
        }
        let mut units = Units::new(path, self.plan.rewrite(Component::Path).escaped_dots());
        let first = units.next();
        let before = before_units(self.shape, first.as_ref());
        self.units = Some((units, first));
        literal(before)
    }
}

/// The same bytes in pieces, for those who take what comes.
pub(crate) fn pieces(plan: &Plan, shape: &Shape<'_>, put: &mut impl FnMut(&[u8])) {
    let parts = shape.parts();
    if let Some(scheme) = parts.scheme {
        plan.coded(scheme, Component::Scheme).pieces(put);
        put(b":");
    }
    if let Some(host) = parts.host {
        put(b"//");
        if let Some(userinfo) = parts.userinfo {
            plan.coded(userinfo, Component::Userinfo).pieces(put);
            put(b"@");
        }
        plan.coded(host, Component::Host).pieces(put);
        if let Some(port) = parts.port {
            put(b":");
            put(port.as_bytes());
        }
    }
    if shape.may_have_dots() {
        path_pieces(plan, shape, put);
    } else {
        plan.coded_path(shape).pieces(put);
    }
    if let Some(query) = parts.query {
        put(b"?");
        plan.coded(query, Component::Query).pieces(put);
    }
    if let Some(fragment) = parts.fragment {
        put(b"#");
        plan.coded(fragment, Component::Fragment).pieces(put);
    }
}

fn path_pieces(plan: &Plan, shape: &Shape<'_>, put: &mut impl FnMut(&[u8])) {
    let how = plan.rewrite(Component::Path);
    let mut units = Units::new(&shape.path, how.escaped_dots()).peekable();
    put(before_units(shape, units.peek()).as_bytes());
    for Unit { segment, slash, .. } in units {
        Coded::plain(segment, how).pieces(put);
        if slash {
            put(b"/");
        }
    }
}

/// The root of a path, and the guard before its first unit.
fn before_units(shape: &Shape<'_>, first: Option<&Unit<'_>>) -> &'static str {
    let slash_first = first.is_some_and(|unit| unit.segment.is_empty() && unit.slash);
    head(shape.path.starts_with('/'), slash_first, shape.parts().host.is_some())
}

fn literal(text: &str) -> Rewritten<'_> {
    Rewritten::new(Coded::plain(text, Rewrite::NOTHING))
}

impl Iterator for Stream<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.text.next() {
                return Some(byte);
            }
            if let Some((units, unit)) = &mut self.units {
                match unit {
                    Some(Unit { segment: "", slash: true, .. }) => {
                        *unit = units.next();
                        return Some(b'/');
                    }
                    Some(Unit { segment, slash, .. }) => {
                        let how = self.plan.rewrite(Component::Path);
                        self.text = Rewritten::new(Coded::plain(segment, how));
                        if *slash {
                            // Its slash is a unit of its own by then.
                            *segment = "";
                        } else {
                            *unit = units.next();
                        }
                        continue;
                    }
                    None => self.units = None,
                }
            }
            let place = self.place;
            self.place += 1;
            self.text = self.at(place)?;
        }
    }
}
