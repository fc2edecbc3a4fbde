//! Finds the rules that match, by the labels of the host and the segments of the path. What it looks up here,
//! `matches_rest` does not compare again: the host, the literal segments of the path, and a whole URI. So a rule must
//! be reachable by every target that it matches, because a rule that denies would otherwise be passed over. `path_use`
//! decides whether `auto` violations count, and must be `Matched` if a rule for the host looks at the path.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::net::IpAddr;
use core::slice;

use hashbrown::HashMap;
use oneiri::Uri;

use crate::host_pattern::{Below, HostPattern};
use crate::networks::{NetworkMap, with_embedded};
use crate::rule::{Compiled, LetterCase, PortPattern, QueryPattern};
use crate::source::RuleKind;
use crate::trie::{Edges, Node};
use crate::violation::PathUse;

#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    /// The text as it was given.
    pub(crate) given: &'a str,
    pub(crate) scheme: &'a str,
    pub(crate) host: Option<&'a str>,
    pub(crate) address: Option<IpAddr>,
    pub(crate) port: Option<u16>,
    pub(crate) default_port: Option<u16>,
    /// The path in the form in which paths are compared.
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) same_origin: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Index {
    kind: RuleKind,
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
    has_queries: bool,
    pub(crate) ignores_case: bool,
}

/// A label of names. The fields are roots of paths.
#[derive(Clone, Copy, Debug, Default)]
struct HostNode {
    itself: Option<Node>,
    label: Option<Node>,
    below: Option<Node>,
}

#[derive(Clone, Debug, Default)]
struct PathNode {
    /// The rules for the path that ends here.
    exact: Vec<usize>,
    /// The rules for this path and all below, and those whose literal segments end here.
    open: Vec<usize>,
    /// Whether a rule looks at the path, if this is a root.
    looks: bool,
}

/// The node of names without a label.
const ROOT: Node = 0;

fn push<T: Default>(nodes: &mut Vec<T>) -> Node {
    nodes.push(T::default());
    // A policy of four billion nodes does not fit into memory.
    Node::try_from(nodes.len() - 1).unwrap_or(Node::MAX)
}

impl Index {
    pub(crate) fn new(kind: RuleKind) -> Self {
        let mut hosts = Vec::new();
        push::<HostNode>(&mut hosts);
        Self {
            kind,
            rules: Vec::new(),
            names: Edges::default(),
            hosts,
            networks: NetworkMap::default(),
            any: None,
            absent: None,
            same_origin: None,
            uris: HashMap::new(),
            segments: Edges::default(),
            paths: Vec::new(),
            has_paths: false,
            has_queries: false,
            ignores_case: false,
        }
    }

    pub(crate) fn add(&mut self, rule: Compiled) {
        let id = self.rules.len();
        self.has_paths |= rule.has_path();
        self.has_queries |= rule.query != QueryPattern::Any;
        self.ignores_case |= rule.case == LetterCase::Ignored;
        if let Some(uri) = &rule.uri {
            self.uris.entry(uri.clone()).or_default().push(id);
        } else {
            for root in self.roots_of(&rule.host) {
                self.paths[root as usize].looks |= rule.has_path();
                self.add_path(root, &rule, id);
            }
        }
        self.rules.push(rule);
    }

    /// The roots of the paths of a host. Those that do not exist are made.
    fn roots_of(&mut self, host: &HostPattern) -> Vec<Node> {
        let paths = &mut self.paths;
        let root = match host {
            HostPattern::Any => self.any.get_or_insert_with(|| push(paths)),
            HostPattern::Absent => self.absent.get_or_insert_with(|| push(paths)),
            HostPattern::SameOrigin => self.same_origin.get_or_insert_with(|| push(paths)),
            HostPattern::Network(network) => self.networks.entry(*network, || push(paths)),
            HostPattern::Name { name, itself, below } => {
                let (names, hosts) = (&mut self.names, &mut self.hosts);
                let node =
                    name.rsplit('.').fold(ROOT, |node, label| names.reach(node, label.as_bytes(), || push(hosts)));
                let node = &mut hosts[node as usize];
                let mut roots = Vec::new();
                if *itself {
                    roots.push(*node.itself.get_or_insert_with(|| push(paths)));
                }
                match below {
                    Below::None => {}
                    Below::Label => roots.push(*node.label.get_or_insert_with(|| push(paths))),
                    Below::All => roots.push(*node.below.get_or_insert_with(|| push(paths))),
                }
                return roots;
            }
        };
        [*root].into()
    }

    fn add_path(&mut self, root: Node, rule: &Compiled, id: usize) {
        let (segments, paths) = (&mut self.segments, &mut self.paths);
        let Some(pattern) = &rule.path else {
            return paths[root as usize].open.push(id);
        };
        let node =
            pattern.literals().fold(root, |node, segment| segments.reach(node, segment.as_bytes(), || push(paths)));
        let node = &mut paths[node as usize];
        if pattern.is_literal() && !pattern.rest {
            node.exact.push(id);
        } else {
            node.open.push(id);
        }
    }

    #[inline]
    pub(crate) fn matching<'i, 't>(&'i self, target: &'t Target<'t>) -> Matching<'i, 't> {
        Matching {
            index: self,
            target,
            uris: self.by_uri(target),
            roots: self.roots(target),
            walk: None,
            found: [].iter(),
        }
    }

    /// Whether a rule for the host of a target looks at the path.
    pub(crate) fn path_use(&self, target: &Target<'_>) -> PathUse {
        let looks =
            self.has_paths && (!self.uris.is_empty() || self.roots(target).any(|root| self.paths[root as usize].looks));
        if looks { PathUse::Matched } else { PathUse::Ignored }
    }

    pub(crate) fn has_paths(&self) -> bool {
        self.has_paths
    }

    pub(crate) fn has_queries(&self) -> bool {
        self.has_queries
    }

    pub(crate) fn has_uris(&self) -> bool {
        !self.uris.is_empty()
    }

    #[inline]
    fn by_uri(&self, target: &Target<'_>) -> Vec<usize> {
        let mut found = Vec::new();
        if self.uris.is_empty() {
            return found;
        }
        let ids = |text: &str| self.uris.get(text).into_iter().flatten().copied();
        let is_loopback_rule = |id: &usize| self.rules[*id].port == PortPattern::Loopback;
        found.extend(ids(target.given).filter(|id| !is_loopback_rule(id)));
        let is_loopback = match target.address {
            Some(address) => address.is_loopback(),
            None => target.host == Some("localhost"),
        };
        if is_loopback {
            let uri = Uri::parse(target.given).ok().and_then(|uri| uri.with_port(None).ok());
            let same = uri.iter().flat_map(|uri| ids(uri.as_str()));
            found.extend(same.filter(is_loopback_rule));
        }
        found.reverse();
        found
    }

    /// The roots of the paths of the rules for the host of a target.
    #[inline]
    fn roots<'i, 't>(&'i self, target: &Target<'t>) -> Roots<'i, 't> {
        let is_deny = self.kind == RuleKind::Deny;
        let host = target.host.filter(|host| !host.is_empty());
        // A URL without a host is matched by rules without one, and by rules that deny any host.
        let general = match host {
            Some(_) => [self.any, None],
            None => [self.absent, self.any.filter(|_| is_deny)],
        };
        let addresses = match target.address {
            None => Vec::new(),
            Some(address) => {
                // A rule that denies an address denies those that carry it, too.
                let carried = with_embedded(address).take(if is_deny { 2 } else { 1 });
                carried.flat_map(|address| self.networks.all(address)).copied().collect()
            }
        };
        Roots {
            index: self,
            general: [general[0], general[1], self.same_origin.filter(|_| target.same_origin)],
            addresses,
            name: host.filter(|_| target.address.is_none()).map(str::as_bytes),
            node: ROOT,
        }
    }
}

/// The roots of paths for a host.
struct Roots<'i, 't> {
    index: &'i Index,
    general: [Option<Node>; 3],
    addresses: Vec<Node>,
    /// The labels of the name that are not looked up yet.
    name: Option<&'t [u8]>,
    node: Node,
}

impl Iterator for Roots<'_, '_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        if let Some(root) = self.general.iter_mut().find_map(Option::take) {
            return Some(root);
        }
        if let Some(root) = self.addresses.pop() {
            return Some(root);
        }
        while let Some(name) = self.name.take() {
            let dot = name.iter().rposition(|byte| *byte == b'.');
            let label = &name[dot.map_or(0, |dot| dot + 1)..];
            self.node = self.index.names.find(self.node, label)?;
            let host = self.index.hosts[self.node as usize];
            let Some(dot) = dot else { return host.itself };
            let rest = &name[..dot];
            self.name = Some(rest);
            if host.label.is_some() && !rest.contains(&b'.') {
                self.general[0] = host.label;
            }
            if let Some(root) = host.below.or_else(|| self.general[0].take()) {
                return Some(root);
            }
        }
        None
    }
}

/// The lists of rules on the way of a path.
struct Walk<'i> {
    node: Node,
    /// The byte of the path at which the next segment begins. `None` after the last one.
    start: Option<usize>,
    exact: slice::Iter<'i, usize>,
}

impl<'i> Walk<'i> {
    #[inline]
    fn next(&mut self, index: &'i Index, path: &[u8]) -> Option<slice::Iter<'i, usize>> {
        let Some(start) = self.start else {
            let exact = core::mem::take(&mut self.exact);
            return if exact.len() == 0 { None } else { Some(exact) };
        };
        let rest = path[start..].iter().position(|byte| *byte == b'/');
        let end = rest.map_or(path.len(), |at| start + at);
        self.node = index.segments.find(self.node, &path[start..end])?;
        self.start = rest.map(|_| end + 1);
        let here = &index.paths[self.node as usize];
        if rest.is_none() {
            self.exact = here.exact.iter();
        }
        Some(here.open.iter())
    }
}

pub(crate) struct Matching<'i, 't> {
    index: &'i Index,
    target: &'t Target<'t>,
    /// The rules with a whole URI, the first of them at the end.
    uris: Vec<usize>,
    roots: Roots<'i, 't>,
    walk: Option<Walk<'i>>,
    found: slice::Iter<'i, usize>,
}

impl<'i> Iterator for Matching<'i, '_> {
    type Item = (usize, &'i Compiled);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(id) = self.uris.pop() {
            return Some((id, &self.index.rules[id]));
        }
        loop {
            for id in self.found.by_ref() {
                let rule = &self.index.rules[*id];
                if rule.matches_rest(self.target) {
                    return Some((*id, rule));
                }
            }
            if let Some(walk) = &mut self.walk {
                if let Some(found) = walk.next(self.index, self.target.path.as_bytes()) {
                    self.found = found;
                    continue;
                }
            }
            let root = self.roots.next()?;
            self.found = self.index.paths[root as usize].open.iter();
            self.walk = Some(Walk { node: root, start: Some(0), exact: [].iter() });
        }
    }
}
