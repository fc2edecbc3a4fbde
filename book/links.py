"""Follows every link of a built book: python3 links.py FOLDER. Links to other sites are not followed."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The names that a page defines, and the links that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.names.add(value)
            elif (tag, name) in {("a", "href"), ("img", "src"), ("script", "src"), ("link", "href")} and value:
                self.links.append(value)


def main(folder: pathlib.Path) -> int:
    # The book with all pages in one is a copy, whose links are those of the pages. A page of the recipes has links that lead nowhere.
    files = [file for file in sorted(folder.rglob("*.html")) if file.name != "print.html" and "recipes" not in file.parts]
    pages = {file.resolve(): Page(file.read_text(encoding="utf-8")) for file in files if "src" not in file.parts}
    dead = []
    links = 0
    for file, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            # A page that says that another was not found has links from the root of a server.
            if parts.scheme or parts.netloc or file.name == "404.html":
                continue
            links += 1
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            name = urllib.parse.unquote(parts.fragment)
            named = target not in pages or not name or name in pages[target].names
            if not target.exists() or not named:
                dead.append(f"{file.relative_to(folder.resolve())}: {link}")
    print(f"{links} links in {len(pages)} pages, {len(dead)} of them dead", *dead, sep="\n")
    return 1 if dead or not links else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
