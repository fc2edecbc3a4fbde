//! Edges of trees whose nodes are numbers: from a node with a label to a node. All trees of a table share it, so a step takes
//! one look, however many rules there are. The nodes of one table must be numbered together, because an edge is found by
//! its number and label alone. That is why an index has one table for the names of hosts and another for paths. The label
//! is compared after the hash, because two labels may have one hash, and a wrong edge would let a wrong rule decide.

use alloc::boxed::Box;
use core::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashTable};

pub(crate) type Node = u32;

#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    hasher: DefaultHashBuilder,
    table: HashTable<Edge>,
}

#[derive(Clone, Debug)]
struct Edge {
    from: Node,
    label: Box<[u8]>,
    to: Node,
}

impl Edges {
    /// The node that a label leads to.
    pub(crate) fn find(&self, from: Node, label: &[u8]) -> Option<Node> {
        let hash = hash_of(&self.hasher, from, label);
        let edge = self.table.find(hash, |edge| edge.from == from && is_same(&edge.label, label))?;
        Some(edge.to)
    }

    /// The same; if there is no such node, `new` makes it.
    pub(crate) fn reach(&mut self, from: Node, label: &[u8], new: impl FnOnce() -> Node) -> Node {
        if let Some(node) = self.find(from, label) {
            return node;
        }
        let (to, hash) = (new(), hash_of(&self.hasher, from, label));
        let edge = Edge { from, label: label.into(), to };
        let hasher = &self.hasher;
        self.table.insert_unique(hash, edge, |edge| hash_of(hasher, edge.from, &edge.label));
        to
    }
}

/// Whether two short texts are the same. A call of `memcmp` takes longer than all of a step.
pub(crate) fn is_same(one: &[u8], two: &[u8]) -> bool {
    let differ = |found, (one, two): (&u8, &u8)| found | (one ^ two);
    one.len() == two.len() && one.iter().zip(two).fold(0, differ) == 0
}

fn hash_of(hasher: &DefaultHashBuilder, from: Node, label: &[u8]) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write_u32(from);
    hasher.write(label);
    hasher.finish()
}
