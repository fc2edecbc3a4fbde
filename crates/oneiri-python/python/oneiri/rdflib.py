"""For graphs of rdflib: prefixes in bulk, and a check of terms. The default rung of `normalize` is "path" here, and not
"scheme" as in `oneiri.normalize`.

>>> from rdflib import Graph, URIRef
>>> graph = Graph(bind_namespaces="none")
>>> graph.namespace_manager = PrefixMap(graph, bind_namespaces="none")
>>> graph.bind("ex", "http://example.org/")
>>> graph.bind("voc", "http://example.org/vocabulary#")
>>> graph.namespace_manager.compact(["http://example.org/vocabulary#name", "http://h/"])
['voc:name', None]
>>> graph.namespace_manager.expand(["ex:a/b", "no:x"])
[rdflib.term.URIRef('http://example.org/a/b'), None]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rdflib import Graph, Literal, URIRef
from rdflib.namespace import NamespaceManager
from rdflib.term import Node

from ._error import Error
from ._oneiri import Iri
from ._oneiri import normalize as _normalize
from ._types import Rung

__all__ = ["PrefixMap", "check", "invalid_terms", "normalize"]


class PrefixMap(NamespaceManager):
    """A namespace manager of rdflib that expands and compacts many names at once. The prefixes are those
    of the graph, and everything else is as rdflib has it.

    A compact name is the prefix, a colon, and the rest of the IRI, whatever it is; what Turtle and
    SPARQL allow there is less, so their serializers decide on their own. `expand` of what `compact`
    returns is the IRI.

    >>> prefixes = PrefixMap(Graph(), bind_namespaces="core")
    >>> prefixes.compact(["http://www.w3.org/1999/02/22-rdf-syntax-ns#type"])
    ['rdf:type']
    """

    def expand(self, names: Iterable[str]) -> list[URIRef | None]:
        """The IRI of each compact name; None for a name whose prefix is unknown, or which has none."""
        known = {prefix: str(namespace) for prefix, namespace in self.namespaces()}
        found: list[URIRef | None] = []
        for name in names:
            prefix, colon, rest = name.partition(":")
            namespace = known.get(prefix) if colon and not rest.startswith("//") else None
            found.append(None if namespace is None else URIRef(namespace + rest))
        return found

    def compact(self, iris: Iterable[str]) -> list[str | None]:
        """The compact name of each IRI, by the longest namespace that it begins with; None if there is
        none. The texts are compared as they are: to ignore spelling, normalize both.
        """
        known = {str(namespace): prefix for prefix, namespace in self.namespaces()}
        lengths = sorted({len(namespace) for namespace in known}, reverse=True)
        return [_compacted(str(iri), known, lengths) for iri in iris]


def _compacted(iri: str, known: dict[str, str], lengths: list[int]) -> str | None:
    for length in lengths:
        prefix = known.get(iri[:length]) if length <= len(iri) else None
        # "p://x" would not be a compact name: it looks like an IRI with an authority.
        if prefix is not None and not iri.startswith("//", length):
            return f"{prefix}:{iri[length:]}"
    return None


def check(term: Node) -> Error | None:
    """The error of a term; None if it is right. A `URIRef` must be an IRI with a scheme, as RDF 1.1
    demands, and so must the datatype of a literal. rdflib itself only looks for a few characters.

    >>> check(URIRef("http://example.org/rosé")) is None
    True
    >>> check(URIRef("http://[h/")).component
    'host'
    """
    iri = term.datatype if isinstance(term, Literal) else term
    if isinstance(iri, URIRef):
        try:
            Iri(str(iri))
        except Error as error:
            return error
    return None


def invalid_terms(graph: Graph) -> Iterator[tuple[Node, Error]]:
    """The terms of a graph that are wrong, each once, with its error.

    >>> graph = Graph().add((URIRef("http://h/s"), URIRef("http://h/p"), URIRef("relative")))
    >>> [(str(term), error.component) for term, error in invalid_terms(graph)]
    [('relative', 'scheme')]
    """
    seen: set[Node] = set()
    for triple in graph:
        for term in triple:
            if term not in seen:
                seen.add(term)
                error = check(term)
                if error is not None:
                    yield term, error


def normalize(term: URIRef, rung: Rung = "path") -> URIRef:
    """The normal form of an IRI at a rung, as a `URIRef`; see `oneiri.normalize`.

    >>> normalize(URIRef("http://h/%7Eada")) == URIRef("http://h/~ada")
    True
    """
    return URIRef(_normalize(str(term), rung))
