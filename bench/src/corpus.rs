//! Lines of text in one contiguous buffer: what everything is measured on.

use std::path::Path;

/// Lines of text, one after the other in one buffer, each after the line feed of the last.
#[derive(Clone, Default)]
pub struct Lines {
    buffer: String,
    /// Where each line begins and ends.
    spans: Vec<(usize, usize)>,
}

impl Lines {
    pub fn push(&mut self, line: &str) {
        if !self.buffer.is_empty() {
            self.buffer.push('\n');
        }
        let start = self.buffer.len();
        self.buffer.push_str(line);
        self.spans.push((start, self.buffer.len()));
    }

    /// The whole buffer: what a bulk door would be given, together with [`spans`](Self::spans).
    pub fn buffer(&self) -> &str {
        &self.buffer
    }

    pub fn spans(&self) -> &[(usize, usize)] {
        &self.spans
    }

    pub fn len(&self) -> usize {
        self.spans.len()
    }

    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// How long all the lines are together.
    pub fn bytes(&self) -> usize {
        self.spans.iter().map(|(start, end)| end - start).sum()
    }

    pub fn get(&self, index: usize) -> &str {
        let (start, end) = self.spans[index];
        &self.buffer[start..end]
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.spans.iter().map(|&(start, end)| &self.buffer[start..end])
    }

    /// The same lines in stretches of so many.
    pub fn cut(&self, lines: usize) -> Vec<Self> {
        let stretch = |spans: &[(usize, usize)]| spans.iter().map(|&(start, end)| &self.buffer[start..end]).collect();
        self.spans.chunks(lines).map(stretch).collect()
    }

    /// The lines two by two.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.spans.as_chunks::<2>().0.iter().map(|&[(a, b), (c, d)]| (&self.buffer[a..b], &self.buffer[c..d]))
    }
}

impl<'a> FromIterator<&'a str> for Lines {
    fn from_iter<I: IntoIterator<Item = &'a str>>(lines: I) -> Self {
        let mut all = Self::default();
        lines.into_iter().for_each(|line| all.push(line));
        all
    }
}

/// A named set of lines.
pub struct Corpus {
    pub name: String,
    pub lines: Lines,
}

impl Corpus {
    /// Reads a file, one identifier a line. Empty lines and lines that are not UTF-8 are left out.
    pub fn read(path: &Path) -> Result<Self, String> {
        let octets = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = octets
            .split(|&octet| octet == b'\n')
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .filter_map(|line| std::str::from_utf8(line).ok())
            .filter(|line| !line.is_empty())
            .collect::<Lines>();
        if lines.is_empty() {
            return Err(format!("{}: no lines in it", path.display()));
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, lines })
    }
}
