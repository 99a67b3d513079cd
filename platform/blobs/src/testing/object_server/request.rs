//! What the store is asked.

use std::io::{self, BufRead};

use super::BUCKET;

pub(super) struct Request {
    pub method: String,
    /// As it was written.
    pub path: String,
    /// Names and values, as they were written.
    pub pairs: Vec<(String, String)>,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    /// The next one; None if the other side has closed.
    pub fn read(reader: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split(' ');
        let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (name.to_owned(), value.to_owned())
        };
        let pairs = query.split('&').filter(|part| !part.is_empty()).map(pair).collect();
        let mut request =
            Self { method: method.to_owned(), path: path.to_owned(), pairs, headers: Vec::new(), body: Vec::new() };
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim().split_once(':') else { break };
            request.headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        request.body = vec![0; length];
        reader.read_exact(&mut request.body)?;
        Ok(Some(request))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn query(&self, name: &str) -> Option<String> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| decoded(value))
    }

    /// The key below the bucket; None if it is another bucket.
    pub fn key(&self) -> Option<String> {
        let path = decoded(&self.path);
        path.strip_prefix(&format!("/{BUCKET}/")).map(str::to_owned)
    }

    /// The headers that are kept with an object.
    pub fn noted(&self) -> Vec<(String, String)> {
        self.headers.iter().filter(|(name, _)| name.starts_with("x-amz-meta-")).cloned().collect()
    }
}

/// Without its percent signs.
pub(super) fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        let code = |one: Option<u8>| one.and_then(|one| char::from(one).to_digit(16));
        match byte {
            b'%' => {
                let value = code(rest.next()).zip(code(rest.next())).map_or(0, |(high, low)| high * 16 + low);
                bytes.extend(u8::try_from(value));
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
