//! Finds the rules that match, by the labels of the host and the segments of the path.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::net::IpAddr;

use hashbrown::HashMap;
use oneiri::Uri;
use oneiri_template::Part;

use crate::networks::{NetworkMap, with_embedded};
use crate::rule::{Compiled, HostPattern, PathPattern, Port};
use crate::trie::{Edges, Node, is_same};

/// What rules look at.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    /// The text as it was given.
    pub(crate) given: &'a str,
    pub(crate) scheme: &'a str,
    pub(crate) host: Option<&'a str>,
    pub(crate) address: Option<IpAddr>,
    pub(crate) port: Option<u16>,
    pub(crate) default_port: Option<u16>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) same_origin: bool,
}

/// The rules of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(crate) rules: Vec<Compiled>,
    names: Edges,
    hosts: Vec<HostNode>,
    networks: NetworkMap<Node>,
    any: Option<Node>,
    absent: Option<Node>,
    same_origin: Option<Node>,
    uris: HashMap<Box<str>, Vec<usize>>,
    segments: Edges,
    paths: Vec<PathNode>,
    has_paths: bool,
}

/// A label of names. Both fields are roots of paths.
#[derive(Clone, Copy, Debug, Default)]
struct HostNode {
    itself: Option<Node>,
    below: Option<Node>,
}

/// A segment of paths, with the rules for the path that ends here, for those below, and the templates whose
/// literal segments end here.
#[derive(Clone, Debug, Default)]
struct PathNode {
    exact: Vec<usize>,
    below: Vec<usize>,
    templates: Vec<usize>,
}

/// The node of names without a label.
const ROOT: Node = 0;

fn push<T: Default>(nodes: &mut Vec<T>) -> Node {
    nodes.push(T::default());
    // A policy of four billion nodes does not fit into memory.
    Node::try_from(nodes.len() - 1).unwrap_or(Node::MAX)
}

impl Index {
    pub(crate) fn new() -> Self {
        let mut index = Self::default();
        push(&mut index.hosts);
        index
    }

    /// The number of the rule that is added next.
    pub(crate) fn next_number(&self) -> usize {
        self.rules.last().map_or(0, |rule| rule.number + 1)
    }

    pub(crate) fn add(&mut self, rule: Compiled) {
        let id = self.rules.len();
        self.has_paths |= !matches!(rule.path, PathPattern::Any);
        if let Some(uri) = &rule.uri {
            self.uris.entry(uri.clone()).or_default().push(id);
            return self.rules.push(rule);
        }
        let paths = &mut self.paths;
        match &rule.host {
            HostPattern::Any => {
                let root = *self.any.get_or_insert_with(|| push(paths));
                self.add_path(root, &rule.path, id);
            }
            HostPattern::Absent => {
                let root = *self.absent.get_or_insert_with(|| push(paths));
                self.add_path(root, &rule.path, id);
            }
            HostPattern::SameOrigin => {
                let root = *self.same_origin.get_or_insert_with(|| push(paths));
                self.add_path(root, &rule.path, id);
            }
            HostPattern::Network(network) => {
                let root = *self.networks.entry(*network, || push(paths));
                self.add_path(root, &rule.path, id);
            }
            HostPattern::Name { name, itself, below } => {
                let (names, hosts) = (&mut self.names, &mut self.hosts);
                let node = name
                    .rsplit('.')
                    .fold(ROOT, |node, label| names.reach(node, label.as_bytes(), || push(hosts)));
                let node = &mut hosts[node as usize];
                let itself = itself.then(|| *node.itself.get_or_insert_with(|| push(paths)));
                let below = below.then(|| *node.below.get_or_insert_with(|| push(paths)));
                for root in [itself, below].into_iter().flatten() {
                    self.add_path(root, &rule.path, id);
                }
            }
        }
        self.rules.push(rule);
    }

    fn add_path(&mut self, root: Node, pattern: &PathPattern, id: usize) {
        let path = match pattern {
            PathPattern::Any => return self.paths[root as usize].below.push(id),
            PathPattern::Exact(path) | PathPattern::Below(path) => path,
            PathPattern::Template(matcher) => match matcher.template().parts().first() {
                // The segments that are whole.
                Some(Part::Literal(text)) => text.rsplit_once('/').map_or("\0", |(path, _)| path),
                _ => "\0",
            },
        };
        let (segments, paths) = (&mut self.segments, &mut self.paths);
        let node = match path {
            "\0" => root,
            path => path.split('/').fold(root, |node, segment| {
                segments.reach(node, segment.as_bytes(), || push(paths))
            }),
        };
        let node = &mut self.paths[node as usize];
        match pattern {
            PathPattern::Any | PathPattern::Below(_) => node.below.push(id),
            PathPattern::Exact(_) => node.exact.push(id),
            PathPattern::Template(_) => node.templates.push(id),
        }
    }

    /// Calls `found` with each rule that matches, until it returns `true`.
    pub(crate) fn find(&self, target: &Target<'_>, mut found: impl FnMut(usize) -> bool) -> bool {
        if self.rules.is_empty() {
            return false;
        }
        if !self.uris.is_empty() && self.by_uri(target, &mut found) {
            return true;
        }
        let mut on_path = |root: Node| self.by_path(root, target, &mut found);
        let general = match target.host {
            Some(_) => self.any,
            None => self.absent.or(if self.denies() { self.any } else { None }),
        };
        let own = self.same_origin.filter(|_| target.same_origin);
        let address = target.address.into_iter().flat_map(|address| {
            // A rule that denies an address denies those that carry it, too.
            with_embedded(address).take(if self.denies() { 2 } else { 1 })
        });
        if [general, own].into_iter().flatten().any(&mut on_path)
            || address.flat_map(|address| self.networks.all(address)).any(|root| on_path(*root))
        {
            return true;
        }
        let Some(name) = target.host.filter(|_| target.address.is_none()) else { return false };
        let (name, mut node) = (name.as_bytes(), ROOT);
        let mut end = name.len();
        loop {
            let start = name[..end].iter().rposition(|byte| *byte == b'.').map_or(0, |at| at + 1);
            let Some(next) = self.names.find(node, &name[start..end]) else { return false };
            node = next;
            let host = self.hosts[node as usize];
            let root = if start > 0 { host.below } else { host.itself };
            if root.is_some_and(&mut on_path) {
                return true;
            }
            if start == 0 {
                return false;
            }
            end = start - 1;
        }
    }

    /// Whether a rule looks at the path.
    pub(crate) fn has_paths(&self) -> bool {
        self.has_paths
    }

    pub(crate) fn has_uris(&self) -> bool {
        !self.uris.is_empty()
    }

    fn denies(&self) -> bool {
        self.rules.first().is_some_and(|rule| !rule.allows)
    }

    fn by_uri(&self, target: &Target<'_>, found: &mut impl FnMut(usize) -> bool) -> bool {
        let mut match_in = |text: &str, any_port: bool| {
            let ids = self.uris.get(text).into_iter().flatten();
            ids.filter(|id| self.rules[**id].port.is_some() == any_port).any(|id| found(*id))
        };
        if match_in(target.given, false) {
            return true;
        }
        let is_loopback = match target.address {
            Some(address) => address.is_loopback(),
            None => target.host == Some("localhost"),
        };
        let uri = Uri::parse(target.given).ok().filter(|_| is_loopback);
        uri.and_then(|uri| uri.with_port(None).ok()).is_some_and(|uri| match_in(uri.as_str(), true))
    }

    fn by_path(
        &self,
        root: Node,
        target: &Target<'_>,
        found: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        let mut match_in =
            |ids: &[usize]| ids.iter().any(|id| self.rules[*id].matches_rest(target) && found(*id));
        let mut node = root;
        let here = &self.paths[node as usize];
        if match_in(&here.below) || match_in(&here.templates) {
            return true;
        }
        let (path, mut start) = (target.path.as_bytes(), 0);
        loop {
            let rest = path[start..].iter().position(|byte| *byte == b'/');
            let end = rest.map_or(path.len(), |at| start + at);
            let Some(next) = self.segments.find(node, &path[start..end]) else { return false };
            node = next;
            let here = &self.paths[node as usize];
            let more = end < path.len();
            if match_in(if more { &here.below } else { &here.exact }) || match_in(&here.templates) {
                return true;
            }
            if !more {
                return false;
            }
            start = end + 1;
        }
    }
}

impl Compiled {
    /// Whether what the index has not looked at matches, too.
    fn matches_rest(&self, target: &Target<'_>) -> bool {
        let port = match &self.port {
            None => {
                let own = self.host == HostPattern::SameOrigin;
                !self.allows || own || target.port == target.default_port
            }
            Some(Port::Any | Port::Loopback) => true,
            Some(Port::Of(ports)) => target.port.is_some_and(|port| ports.contains(&port)),
        };
        let given = target.scheme.as_bytes();
        let scheme =
            self.schemes.is_empty() || self.schemes.iter().any(|it| is_same(it.as_bytes(), given));
        port && scheme
            && match &self.path {
                PathPattern::Template(matcher) => matcher.matches(target.path).is_ok_and(|found| {
                    // A value that holds a slash or a dot segment would match more than it shows.
                    !self.allows || !found.captures().iter().any(|it| it.hazards.any())
                }),
                _ => true,
            }
            && self.query.as_ref().is_none_or(|keys| {
                let mut given = query_keys(target.query.unwrap_or_default());
                let listed = |key: &str| keys.iter().any(|listed| **listed == *key);
                match self.allows {
                    true => given.all(|key| listed(&key)),
                    false => given.any(|key| listed(&key)),
                }
            })
    }
}

/// The keys of a query, decoded. Some programs divide at `;`, so it divides here, too.
fn query_keys(query: &str) -> impl Iterator<Item = alloc::string::String> {
    let pairs = query.split(['&', ';']).filter(|pair| !pair.is_empty());
    pairs.map(|pair| {
        let key = pair.split('=').next().unwrap_or_default().replace('+', " ");
        alloc::string::String::from_utf8_lossy(&oneiri::percent::decode(&key)).into_owned()
    })
}
