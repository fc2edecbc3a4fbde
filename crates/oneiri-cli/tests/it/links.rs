//! Every link from one page of the project to another leads to a file, and to a heading in it.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Folders that hold no page of ours.
const FOREIGN: [&str; 4] = ["target", "node_modules", ".git", "dist"];

#[test]
fn every_link_between_pages_leads_somewhere() {
    let root = Path::new(ROOT).canonicalize().unwrap();
    let mut pages = BTreeMap::new();
    read_pages(&root, &mut pages);
    let mut links = 0;
    let mut dead = Vec::new();
    for (page, text) in &pages {
        for link in links_of(text) {
            links += 1;
            let (path, heading) = link.split_once('#').map_or((link, None), |(path, it)| (path, Some(it)));
            // The book's table of contents is copied to the root before it is used: `book/build`.
            let folder = if page.ends_with("book/SUMMARY.md") { root.as_path() } else { page.parent().unwrap() };
            let target = match path {
                "" => page.clone(),
                _ => normal(&folder.join(path)),
            };
            let found = match heading {
                // Lines of a source file, which GitHub numbers.
                Some(_) if target.extension().is_none_or(|it| it != "md") => target.exists(),
                Some(heading) => {
                    pages.get(&target).is_some_and(|text| headings_of(text).iter().any(|it| it == heading))
                }
                None => target.exists(),
            };
            if !found {
                dead.push(format!("{}: {link}", page.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
    println!("{links} links in {} pages", pages.len());
    assert!(links >= 100 && pages.len() >= 30, "{links} {}", pages.len());
}

#[test]
fn a_dead_link_is_noticed() {
    assert_eq!(links_of("a [b](c.md#d) `[no](link)` ![e](f.svg)\n```\n[no](link)\n```\n"), ["c.md#d", "f.svg"]);
    assert_eq!(headings_of("# A `b`: c, d?\n## A `b`: c, d?\n```\n# no\n```\n"), ["a-b-c-d", "a-b-c-d-1"]);
    assert_eq!(normal(Path::new("/a/b/../c/./d")), Path::new("/a/c/d"));
}

/// Every page of the project below a folder.
pub(crate) fn read_pages(folder: &Path, pages: &mut BTreeMap<PathBuf, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let hidden = name.starts_with('.') || name == "venv" || path.join("CACHEDIR.TAG").exists();
            if !hidden && !FOREIGN.contains(&name.as_str()) {
                read_pages(&path, pages);
            }
        } else if name.ends_with(".md") {
            pages.insert(path.clone(), std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The lines of a page outside of its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The targets of links and pictures, but for those of other sites.
fn links_of(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for line in prose(text) {
        // The parts at even places stand outside of code.
        for part in line.split('`').step_by(2) {
            for link in part.split("](").skip(1) {
                let link = link.split([')', ' ']).next().unwrap_or_default();
                if !link.contains("://") && !link.starts_with("mailto:") && !link.is_empty() {
                    links.push(link);
                }
            }
        }
        // The text of a link may be code, so that a code span ends before its target.
        for link in line.split("`](").skip(1) {
            let link = link.split([')', ' ']).next().unwrap_or_default();
            if !link.contains("://") && !links.contains(&link) {
                links.push(link);
            }
        }
    }
    links
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn headings_of(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
        let anchor = kept.map(|it| if it == ' ' { '-' } else { it }).collect::<String>();
        let before = anchors
            .iter()
            .filter(|it| {
                **it == anchor || it.strip_prefix(&format!("{anchor}-")).is_some_and(|it| it.parse::<u32>().is_ok())
            })
            .count();
        anchors.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
    }
    anchors
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(normal.pop()),
            std::path::Component::CurDir => {}
            _ => normal.push(part),
        }
    }
    normal
}
