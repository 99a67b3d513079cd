//! What the store answers.

pub(super) struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Answer {
    pub fn of(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    pub fn error(status: u16, code: &str) -> Self {
        Self::of(status).body(format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>").as_bytes())
    }

    pub fn document(root: &str, inside: &str) -> Self {
        let space = "http://s3.amazonaws.com/doc/2006-03-01/";
        Self::of(200).body(format!("<?xml version=\"1.0\"?><{root} xmlns=\"{space}\">{inside}</{root}>").as_bytes())
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn body(self, body: &[u8]) -> Self {
        Self { body: body.to_vec(), ..self }
    }

    pub fn bytes(&self, only_head: bool) -> Vec<u8> {
        let mut said = format!("HTTP/1.1 {} Told\r\ncontent-length: {}\r\n", self.status, self.body.len());
        for (name, value) in &self.headers {
            said += &format!("{name}: {value}\r\n");
        }
        let mut all = format!("{said}\r\n").into_bytes();
        if !only_head {
            all.extend(&self.body);
        }
        all
    }
}
