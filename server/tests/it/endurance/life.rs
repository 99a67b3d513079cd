//! One person at work in a folder of their own, where nobody else is: what they are answered is known beforehand.

use std::time::{Duration, Instant};

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::harness::{House, PASSWORD};
use crate::page::Page;
use crate::people::{Answer, Person};

/// More files than this are deleted again, so that the work stays the same however long it lasts.
const MOST_FILES: usize = 12;
/// Somebody signs out and in again so often; an address may try a password once a second.
const SESSION: Duration = Duration::from_secs(50);

struct Stored {
    node: i64,
    name: String,
    bytes: Vec<u8>,
    is_picture: bool,
}

pub struct Life<'h> {
    who: Person<'h>,
    user: i64,
    email: String,
    dice: Dice,
    folder: i64,
    files: Vec<Stored>,
    made: usize,
    signed_in: Instant,
    pub requests: usize,
    pub faults: Vec<String>,
}

impl<'h> Life<'h> {
    pub async fn begin(house: &'h House, base: &str, number: usize, user: i64) -> Self {
        let who = Person { base: base.to_owned(), ..house.anonymous() };
        let mut life = Self {
            who,
            user,
            email: House::email_of_hired(number),
            dice: Dice::new(number as u64 + 1),
            folder: 0,
            files: vec![],
            made: 0,
            signed_in: Instant::now(),
            requests: 0,
            faults: vec![],
        };
        life.sign_in().await;
        let made = life.who.folder(house.top, &format!("desk {number}")).await;
        life.folder = made.id();
        life
    }

    /// Asks, and notes an answer that is not the one it must be.
    async fn ask(&mut self, request: RequestBuilder, status: u16) -> Answer {
        self.requests += 1;
        let answer = Answer::of(request.timeout(Duration::from_secs(60))).await;
        if answer.status != status {
            self.faults.push(format!("{}: {} for {status}: {}", self.email, answer.status, answer.body));
        }
        answer
    }

    async fn get(&mut self, path: &str) -> Answer {
        self.ask(self.who.request(Method::GET, path), 200).await
    }

    fn wrong(&mut self, what: &str, is_wrong: bool) {
        if is_wrong {
            self.faults.push(format!("{}: {what}", self.email));
        }
    }

    async fn sign_in(&mut self) {
        let login = json!({ "email": self.email, "password": PASSWORD });
        let answer = self.ask(self.who.request(Method::POST, "/api/core/auth/login").json(&login), 200).await;
        self.who.token = answer.body["token"].as_str().map(str::to_owned);
        self.signed_in = Instant::now();
    }

    pub async fn step(&mut self) {
        if self.signed_in.elapsed() > SESSION {
            self.ask(self.who.request(Method::POST, "/api/core/auth/logout"), 204).await;
            self.ask(self.who.request(Method::GET, &format!("entry/{}", self.folder)), 401).await;
            self.sign_in().await;
        }
        if self.files.len() > MOST_FILES {
            return self.delete_for_good().await;
        }
        let at = self.dice.place(self.files.len());
        match (self.dice.below(14), self.files.is_empty()) {
            (0 | 1, _) | (_, true) => self.upload().await,
            (2, _) => self.upload_in_parts().await,
            (3 | 4, _) => self.fetch(at).await,
            (5, _) => self.fetch_part(at).await,
            (6, _) => self.list().await,
            (7, _) => self.search(at).await,
            (8, _) => self.rename(at).await,
            (9, _) => self.bin_and_restore(at).await,
            (10, _) => self.look_at_picture().await,
            (11, _) => self.listen().await,
            (12, _) => self.tidy_actions().await,
            _ => self.delete_for_good().await,
        }
    }

    /// A new name and what is in it: now and then a picture, else bytes that nothing is drawn of.
    fn next_file(&mut self) -> Stored {
        self.made += 1;
        let is_picture = self.made % 10 == 1;
        let name = format!("{}-{}.{}", self.user, self.made, if is_picture { "svg" } else { "bin" });
        let bytes = if is_picture {
            let color = self.dice.below(0xff_ffff);
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><!-- {name} -->\
                 <rect width='40' height='20' fill='#{color:06x}'/></svg>"
            )
            .into_bytes()
        } else {
            let length = self.dice.place(200_000);
            let seed = self.dice.below(u64::MAX);
            std::iter::once(0)
                .chain((0..length as u64).map(|at| (seed.rotate_left((at % 61) as u32) >> 7) as u8))
                .collect()
        };
        Stored { node: 0, name, bytes, is_picture }
    }

    async fn upload(&mut self) {
        let file = self.next_file();
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let form = Form::new().text("folder_parent_id", self.folder.to_string()).part("file", part);
        let answer = self.ask(self.who.request(Method::POST, "file").multipart(form), 201).await;
        self.keep(file, &answer.body);
    }

    fn keep(&mut self, file: Stored, body: &Value) {
        if let Some(node) = body["node_id"].as_i64() {
            self.files.push(Stored { node, ..file });
        }
    }

    async fn upload_in_parts(&mut self) {
        let file = self.next_file();
        let wanted = json!({ "folder_parent_id": self.folder, "filename": file.name, "size": file.bytes.len() });
        let prepared = self.ask(self.who.request(Method::POST, "file/prepare").json(&wanted), 201).await.body;
        let url = prepared["url"].as_str().unwrap_or_default().to_owned();
        let half = file.bytes.len() / 2;
        for (offset, part) in [(0, &file.bytes[..half]), (half, &file.bytes[half..])] {
            let probe = self.ask(self.who.request(Method::HEAD, &url), 200).await;
            self.wrong("the offset is another", probe.header("upload-offset") != offset.to_string());
            let request = self.who.request(Method::PATCH, &url).header("upload-offset", offset.to_string());
            self.ask(request.body(part.to_vec()), 204).await;
        }
        self.keep(file, &prepared);
    }

    async fn fetch(&mut self, at: usize) {
        let answer = self.get(&format!("/api/file/content/{}", self.files[at].node)).await;
        self.wrong("other bytes than were stored", answer.bytes != self.files[at].bytes);
        let tag = answer.header("etag").to_owned();
        let again = self.who.request(Method::GET, &format!("/api/file/content/{}", self.files[at].node));
        self.ask(again.header("if-none-match", tag), 304).await;
    }

    async fn fetch_part(&mut self, at: usize) {
        let length = self.files[at].bytes.len();
        let first = self.dice.place(length);
        let last = first + self.dice.place(length - first);
        let request = self.who.request(Method::GET, &format!("/api/file/content/{}", self.files[at].node));
        let answer = self.ask(request.header("range", format!("bytes={first}-{last}")), 206).await;
        self.wrong("other bytes than the range's", answer.bytes != self.files[at].bytes[first..=last]);
    }

    async fn list(&mut self) {
        let answer = self.get(&format!("entry/list/{}?limit=200", self.folder)).await;
        let mut found = answer.names();
        let mut wanted: Vec<_> = self.files.iter().map(|file| file.name.clone()).collect();
        found.sort();
        wanted.sort();
        self.wrong(&format!("{found:?} is listed for {wanted:?}"), found != wanted);
        self.get(&format!("entry/list/{}?limit=20&order=-modified_at", self.who.house.top)).await;
    }

    async fn search(&mut self, at: usize) {
        let (name, node) = (self.files[at].name.clone(), self.files[at].node);
        let answer = self.get(&format!("search?term={name}&limit=200")).await;
        let hits = answer.body["items"].as_array().cloned().unwrap_or_default();
        self.wrong(&format!("{name} is not found"), !hits.iter().any(|hit| hit["node_id"] == node));
    }

    async fn rename(&mut self, at: usize) {
        self.made += 1;
        let name = format!("{}-{} renamed.bin", self.user, self.made);
        let path = format!("entry/rename/{}", self.files[at].node);
        self.ask(self.who.request(Method::PUT, &path).json(&json!({ "name": name })), 200).await;
        self.files[at].name = name;
    }

    async fn bin_and_restore(&mut self, at: usize) {
        let node = self.files[at].node;
        self.ask(self.who.request(Method::DELETE, &format!("entry/{node}")), 200).await;
        self.ask(self.who.request(Method::GET, &format!("/api/file/content/{node}")), 404).await;
        self.ask(self.who.request(Method::POST, &format!("entry/restore/{node}")), 200).await;
    }

    async fn delete_for_good(&mut self) {
        if self.files.is_empty() {
            return;
        }
        let node = self.files.swap_remove(self.dice.place(self.files.len())).node;
        self.purge(node).await;
    }

    async fn purge(&mut self, node: i64) {
        self.ask(self.who.request(Method::DELETE, &format!("entry/{node}")), 200).await;
        self.ask(self.who.request(Method::DELETE, &format!("entry/bin/{node}")), 204).await;
        self.ask(self.who.request(Method::GET, &format!("entry/{node}")), 404).await;
    }

    /// Drawn already, or being drawn.
    async fn look_at_picture(&mut self) {
        let Some(picture) = self.files.iter().find(|file| file.is_picture).map(|file| file.node) else { return };
        self.requests += 1;
        let answer = self.who.preview(picture).await;
        let is_drawn = answer.status == 200 && answer.bytes.starts_with(b"RIFF");
        self.wrong(&format!("no picture: {} {}", answer.status, answer.body), !is_drawn && answer.status != 202);
    }

    /// A page that looks at the folder hears of what comes into it.
    async fn listen(&mut self) {
        self.made += 1;
        let mut page = Page::of(&self.who, self.user).await;
        let is_in = page.ask("subscribe", &format!("node:{}", self.folder)).await;
        let made = self.who.folder(self.folder, &format!("heard {}", self.made)).await.id();
        while page.event().await["node_id"] != made {}
        page.leave().await;
        self.requests += 6;
        self.wrong("the folder's room is closed", !is_in);
        self.purge(made).await;
    }

    async fn tidy_actions(&mut self) {
        self.get("/api/core/background-action").await;
        self.ask(self.who.request(Method::DELETE, "/api/core/background-action"), 204).await;
        self.get("/api/core/usergroup/application").await;
    }
}
