//! Bounded memory for what an agent prints.

/// A text of which only the start and the end are kept when it grows too long.
#[derive(Debug, Clone)]
pub(super) struct HeadTail {
    head: Vec<u8>,
    tail: Vec<u8>,
    half: usize,
    cut: bool,
}

impl HeadTail {
    /// Keeps at most `bound` bytes, half from the start and half from the end.
    pub fn new(bound: usize) -> Self {
        Self { head: vec![], tail: vec![], half: bound / 2, cut: false }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        let room = self.half.saturating_sub(self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(rest);
        // Twice the half, so that moving the tail costs little per byte.
        if self.tail.len() > self.half * 2 {
            self.cut = true;
            let surplus = self.tail.len() - self.half;
            self.tail.drain(..surplus);
        }
    }

    pub fn is_cut(&self) -> bool {
        self.cut || self.tail.len() > self.half
    }

    pub fn clear(&mut self) {
        self.head.clear();
        self.tail.clear();
        self.cut = false;
    }

    pub fn is_blank(&self) -> bool {
        self.head.iter().chain(&self.tail).all(u8::is_ascii_whitespace)
    }

    /// What was kept, with a mark where something was left out. Bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self) -> String {
        if !self.is_cut() {
            return String::from_utf8_lossy(&[self.head.as_slice(), self.tail.as_slice()].concat()).into_owned();
        }
        let tail = &self.tail[self.tail.len().saturating_sub(self.half)..];
        let tail = &tail[tail.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count()..];
        let head = String::from_utf8_lossy(&self.head);
        format!("{}\n[… left out …]\n{}", head.trim_end_matches('\u{fffd}'), String::from_utf8_lossy(tail))
    }
}

/// Splits a stream into lines. A line longer than the bound is dropped, and noted.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    partial: Vec<u8>,
    bound: usize,
    dropping: bool,
    /// A line was too long to be read.
    pub dropped: bool,
}

impl Lines {
    pub fn new(bound: usize) -> Self {
        Self { partial: vec![], bound, dropping: false, dropped: false }
    }

    /// Calls `each` with every line that is whole now, without its end.
    pub fn feed(&mut self, mut chunk: &[u8], mut each: impl FnMut(&[u8])) {
        while let Some(at) = chunk.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = chunk.split_at(at);
            self.append(line);
            if !std::mem::take(&mut self.dropping) {
                each(&self.partial);
            }
            self.partial.clear();
            if self.partial.capacity() > 64 * 1024 {
                self.partial.shrink_to(64 * 1024);
            }
            chunk = &rest[1..];
        }
        self.append(chunk);
    }

    fn append(&mut self, bytes: &[u8]) {
        if self.dropping {
            return;
        }
        if self.partial.len() + bytes.len() > self.bound {
            self.dropping = true;
            self.dropped = true;
            self.partial = vec![];
        } else {
            self.partial.extend_from_slice(bytes);
        }
    }

    /// The last line, where the stream did not end with a line end.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        let rest = std::mem::take(&mut self.partial);
        (!std::mem::take(&mut self.dropping) && !rest.is_empty()).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_both_ends_and_short_ones_everything() {
        let mut short = HeadTail::new(8);
        short.push("äöüx".as_bytes());
        assert_eq!((short.text(), short.is_cut()), ("äöüx\u{0}"[..7].to_owned(), false));
        let mut long = HeadTail::new(8);
        for _ in 0..1000 {
            long.push("äö".as_bytes());
            assert!(long.head.len() + long.tail.len() <= 16);
        }
        assert_eq!((long.text().as_str(), long.is_cut()), ("äö\n[… left out …]\näö", true));
    }

    #[test]
    fn a_line_over_the_bound_is_dropped_and_the_next_one_is_read() {
        let mut lines = Lines::new(4);
        let mut seen = vec![];
        for byte in b"ab\n12345678\ncd\nef" {
            lines.feed(&[*byte], |line| seen.push(line.to_vec()));
        }
        assert_eq!(seen, [b"ab".to_vec(), b"cd".to_vec()]);
        assert_eq!((lines.rest(), lines.dropped), (Some(b"ef".to_vec()), true));
    }
}
