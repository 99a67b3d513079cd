//! A person's acts, and their required results.

use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{Life, Stored};
use crate::page::Page;
use crate::test_users::Answer;

/// A page gets events at once; a busy machine may take longer.
const HEARD_WITHIN: Duration = Duration::from_secs(30);

impl Life<'_> {
    /// A new name and content: sometimes a picture, else bytes without a preview.
    fn next_file(&mut self) -> Stored {
        self.made += 1;
        let is_picture = self.made % 10 == 1;
        let name = format!("{}-{}.{}", self.user, self.made, if is_picture { "svg" } else { "bin" });
        let bytes = if is_picture {
            let color = self.rng.below(0xff_ffff);
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><!-- {name} -->\
                 <rect width='40' height='20' fill='#{color:06x}'/></svg>"
            )
            .into_bytes()
        } else {
            let length = self.rng.place(200_000);
            let seed = self.rng.below(u64::MAX);
            std::iter::once(0)
                .chain((0..length as u64).map(|at| (seed.rotate_left((at % 61) as u32) >> 7) as u8))
                .collect()
        };
        Stored { node: 0, name, bytes, is_picture }
    }

    pub(super) async fn upload(&mut self) {
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

    pub(super) async fn upload_in_parts(&mut self) {
        let file = self.next_file();
        let wanted = json!({ "folder_parent_id": self.folder, "filename": file.name, "size": file.bytes.len() });
        let prepared = self.ask(self.who.request(Method::POST, "file/prepare").json(&wanted), 201).await.body;
        let url = self.path_of(prepared["url"].as_str().unwrap_or_default()).to_owned();
        let half = file.bytes.len() / 2;
        for (offset, part) in [(0, &file.bytes[..half]), (half, &file.bytes[half..])] {
            let probe = self.ask(self.who.tus(Method::HEAD, &url), 200).await;
            self.wrong("the offset is another", probe.header("upload-offset") != offset.to_string());
            let request = self.who.tus(Method::PATCH, &url).header("upload-offset", offset.to_string());
            let request = request.header("content-type", "application/offset+octet-stream");
            self.ask(request.body(part.to_vec()), 204).await;
        }
        self.keep(file, &prepared);
    }

    pub(super) async fn fetch(&mut self, at: usize) {
        let answer = self.get(&format!("/api/file/content/{}", self.files[at].node)).await;
        self.wrong("other bytes than were stored", answer.bytes != self.files[at].bytes);
        let tag = answer.header("etag").to_owned();
        let again = self.who.request(Method::GET, &format!("/api/file/content/{}", self.files[at].node));
        self.ask(again.header("if-none-match", tag), 304).await;
    }

    pub(super) async fn fetch_part(&mut self, at: usize) {
        let length = self.files[at].bytes.len();
        let first = self.rng.place(length);
        let last = first + self.rng.place(length - first);
        let request = self.who.request(Method::GET, &format!("/api/file/content/{}", self.files[at].node));
        let answer = self.ask(request.header("range", format!("bytes={first}-{last}")), 206).await;
        self.wrong("other bytes than the range's", answer.bytes != self.files[at].bytes[first..=last]);
    }

    pub(super) async fn list(&mut self) {
        let answer = self.get_list(&format!("entry/list/{}?limit=200", self.folder)).await;
        let items = answer.body["items"].as_array().cloned().unwrap_or_default();
        let mut found: Vec<_> = items.iter().map(|item| item["name"].as_str().unwrap_or_default().to_owned()).collect();
        let mut wanted: Vec<_> = self.files.iter().map(|file| file.name.clone()).collect();
        found.sort();
        wanted.sort();
        self.wrong(&format!("{found:?} is listed for {wanted:?}"), found != wanted);
        self.get_list(&format!("entry/list/{}?limit=20&order=-modified_at", self.place.top)).await;
    }

    async fn get_list(&mut self, path: &str) -> Answer {
        let asked = Instant::now();
        let answer = self.get(path).await;
        self.lists.push(asked.elapsed());
        answer
    }

    pub(super) async fn search(&mut self, at: usize) {
        let (name, node) = (self.files[at].name.clone(), self.files[at].node);
        let answer = self.get(&format!("search?term={name}&limit=200")).await;
        let hits = answer.body["items"].as_array().cloned().unwrap_or_default();
        self.wrong(&format!("{name} is not found"), !hits.iter().any(|hit| hit["node_id"] == node));
    }

    pub(super) async fn rename(&mut self, at: usize) {
        self.made += 1;
        let name = format!("{}-{} renamed.bin", self.user, self.made);
        let path = format!("entry/rename/{}", self.files[at].node);
        self.ask(self.who.request(Method::PUT, &path).json(&json!({ "name": name })), 200).await;
        self.files[at].name = name;
    }

    pub(super) async fn bin_and_restore(&mut self, at: usize) {
        let node = self.files[at].node;
        self.ask(self.who.request(Method::DELETE, &format!("entry/{node}")), 200).await;
        self.ask(self.who.request(Method::GET, &format!("/api/file/content/{node}")), 404).await;
        self.ask(self.who.request(Method::POST, &format!("entry/restore/{node}")), 200).await;
    }

    pub(super) async fn delete_for_good(&mut self) {
        if self.files.is_empty() {
            return;
        }
        let node = self.files.swap_remove(self.rng.place(self.files.len())).node;
        self.purge(node).await;
    }

    pub(super) async fn purge(&mut self, node: i64) {
        self.ask(self.who.request(Method::DELETE, &format!("entry/{node}")), 200).await;
        self.ask(self.who.request(Method::DELETE, &format!("entry/bin/{node}")), 204).await;
        self.ask(self.who.request(Method::GET, &format!("entry/{node}")), 404).await;
    }

    /// Drawn already, or being drawn.
    pub(super) async fn look_at_picture(&mut self) {
        let Some(picture) = self.files.iter().find(|file| file.is_picture).map(|file| file.node) else { return };
        self.requests += 1;
        let answer = self.who.preview(picture).await;
        let is_drawn = answer.status == 200 && answer.bytes.starts_with(b"RIFF");
        self.wrong(&format!("no picture: {} {}", answer.status, answer.body), !is_drawn && answer.status != 202);
    }

    /// A page that shows the folder gets events about new entries.
    pub(super) async fn listen(&mut self) {
        self.made += 1;
        let elsewhere = self.elsewhere();
        let mut page = Page::of(&self.who, self.user).await;
        let is_in = page.ask("subscribe", &format!("node:{}", self.folder)).await;
        let made = elsewhere.folder(self.folder, &format!("heard {}", self.made)).await.id();
        let is_heard = page.hears_of(made, HEARD_WITHIN).await;
        page.leave().await;
        self.requests += 6;
        self.wrong("nothing is heard of what came into the folder", !is_heard);
        self.wrong("the folder's room is closed", !is_in);
        self.purge(made).await;
    }

    pub(super) async fn tidy_actions(&mut self) {
        self.get("/api/core/background-action").await;
        self.ask(self.who.request(Method::DELETE, "/api/core/background-action"), 204).await;
        self.get("/api/core/usergroup/application").await;
    }
}
