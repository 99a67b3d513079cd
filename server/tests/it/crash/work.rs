//! People at work: random uploads, renames, moves, copies, removals, restores and archives, on a disk and in a bucket, until
//! the server goes away.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::seeded_rng::SeededRng;
use crate::test_users::{Answer, TestUser};

/// The answers that these people got, and their requests.
pub struct Told {
    pub folders: Vec<i64>,
    pub entries: Vec<i64>,
    binned: Vec<i64>,
    /// Files that have an earlier version.
    replaced: Vec<i64>,
    /// Of each entry the folders that it may have been in.
    pub parents: HashMap<i64, Vec<i64>>,
    /// Files that the server reported as stored, with their hash.
    pub stored: HashMap<i64, String>,
    /// Entries whose purge was requested, whether or not an answer came.
    pub purged: HashSet<i64>,
}

impl Told {
    pub fn of(tops: &[i64]) -> Self {
        let (entries, binned, replaced) = (Vec::new(), Vec::new(), Vec::new());
        let (parents, stored) = (HashMap::new(), HashMap::new());
        Self { folders: tops.to_vec(), entries, binned, replaced, parents, stored, purged: HashSet::new() }
    }

    fn made(&mut self, node: i64, parent: i64) {
        self.entries.push(node);
        self.parents.insert(node, vec![parent]);
    }
}

impl SeededRng {
    pub fn fork(&mut self) -> Self {
        Self::new(self.below(u64::MAX))
    }

    /// Few enough names that some are taken, and some differ only in case.
    fn name(&mut self) -> String {
        let word = ["Entry", "entry", "ENTRY"][usize::try_from(self.below(3)).unwrap()];
        format!("{word} {}", self.below(80))
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(150_000);
        (0..length / 8).flat_map(|_| self.below(u64::MAX).to_le_bytes()).chain([0xff]).collect()
    }
}

/// Works until the server does not answer any more.
pub async fn work(who: &TestUser<'_>, told: &Mutex<Told>, mut rng: SeededRng) {
    while step(who, told, &mut rng).await.is_ok() {}
}

async fn step(who: &TestUser<'_>, told: &Mutex<Told>, rng: &mut SeededRng) -> reqwest::Result<()> {
    let (folder, entry, binned, replaced) = {
        let told = told.lock().unwrap();
        let folder = rng.pick(&told.folders).unwrap();
        (folder, rng.pick(&told.entries), rng.pick(&told.binned), rng.pick(&told.replaced))
    };
    match (rng.below(13), entry, binned) {
        (0, ..) => make_folder(who, told, folder, &rng.name()).await,
        (1 | 2, ..) => upload(who, told, folder, &rng.name(), rng.bytes()).await,
        (3, ..) => upload_in_parts(who, told, folder, &rng.name(), rng.bytes()).await,
        (4, Some(entry), _) => {
            let request = who.request(Method::PUT, &format!("entry/rename/{entry}"));
            ask(request.json(&json!({ "name": rng.name() }))).await.map(|_| ())
        }
        (8, Some(entry), _) => {
            told.lock().unwrap().parents.entry(entry).or_default().push(folder);
            if rng.below(2) == 0 {
                let onto = json!({ "node_ids": [entry], "target_id": folder, "replace": true });
                return ask(who.request(Method::POST, "entry/move").json(&onto)).await.map(|_| ());
            }
            let request = who.request(Method::POST, &format!("entry/move/{entry}"));
            ask(request.json(&json!({ "target_id": folder }))).await.map(|_| ())
        }
        (9, Some(entry), _) => {
            // Folders that are copied into each other again and again would grow without end.
            let is_file = told.lock().unwrap().stored.contains_key(&entry);
            if is_file || rng.below(8) == 0 {
                let taken = if rng.below(2) == 0 { "keep_both" } else { "replace" };
                let path = format!("entry/copy/{entry}/to/{folder}?{taken}=true");
                ask(who.request(Method::PUT, &path)).await?;
            }
            Ok(())
        }
        (10, Some(entry), _) => replace(who, told, entry, rng.bytes()).await,
        (12, ..) => fetch_archive(who, folder).await,
        (11, ..) if replaced.is_some() => take_up_again(who, replaced.unwrap_or_default(), rng).await,
        (5, Some(entry), _) => {
            told.lock().unwrap().binned.push(entry);
            ask(who.request(Method::DELETE, &format!("entry/{entry}"))).await.map(|_| ())
        }
        (6, _, Some(binned)) => ask(who.request(Method::POST, &format!("entry/restore/{binned}"))).await.map(|_| ()),
        (7, _, Some(binned)) if rng.below(3) == 0 => {
            told.lock().unwrap().purged.insert(binned);
            ask(who.request(Method::DELETE, &format!("entry/bin/{binned}"))).await.map(|_| ())
        }
        _ => ask(who.request(Method::GET, &format!("entry/list/{folder}"))).await.map(|_| ()),
    }
}

/// The answer, which may be a refusal, but never an internal error.
async fn ask(request: RequestBuilder) -> reqwest::Result<Answer> {
    let answer = Answer::attempt(request).await?;
    assert_ne!(answer.status, 500, "{}", answer.body);
    Ok(answer)
}

fn node_of(body: &Value) -> i64 {
    body["node_id"].as_i64().unwrap()
}

async fn make_folder(who: &TestUser<'_>, told: &Mutex<Told>, parent: i64, name: &str) -> reqwest::Result<()> {
    let request = who.request(Method::POST, "folder");
    let answer = ask(request.json(&json!({ "folder_parent_id": parent, "name": name }))).await?;
    if answer.status == 201 {
        let mut told = told.lock().unwrap();
        told.folders.push(node_of(&answer.body));
        told.made(node_of(&answer.body), parent);
    }
    Ok(())
}

async fn upload(
    who: &TestUser<'_>,
    told: &Mutex<Told>,
    parent: i64,
    name: &str,
    bytes: Vec<u8>,
) -> reqwest::Result<()> {
    let hash = blake3::hash(&bytes).to_hex().to_string();
    let part = Part::bytes(bytes).file_name(name.to_owned());
    let form = Form::new().text("folder_parent_id", parent.to_string()).part("file", part);
    let answer = ask(who.request(Method::POST, "file").multipart(form)).await;
    // A refusal may come before the last byte is sent; then the connection breaks.
    let Ok(answer) = answer else { return is_there(who).await };
    if answer.status == 201 {
        let mut told = told.lock().unwrap();
        told.made(node_of(&answer.body), parent);
        told.stored.insert(node_of(&answer.body), hash);
    }
    Ok(())
}

async fn is_there(who: &TestUser<'_>) -> reqwest::Result<()> {
    ask(who.request(Method::GET, "/healthz")).await.map(|_| ())
}

async fn upload_in_parts(
    who: &TestUser<'_>,
    told: &Mutex<Told>,
    parent: i64,
    name: &str,
    bytes: Vec<u8>,
) -> reqwest::Result<()> {
    let wanted = json!({ "folder_parent_id": parent, "filename": name, "size": bytes.len() });
    let Some(prepared) = send_in_parts(who, &wanted, &bytes).await? else { return Ok(()) };
    let mut told = told.lock().unwrap();
    told.made(prepared, parent);
    told.stored.insert(prepared, blake3::hash(&bytes).to_hex().to_string());
    Ok(())
}

/// Gives a file other bytes.
async fn replace(who: &TestUser<'_>, told: &Mutex<Told>, file: i64, bytes: Vec<u8>) -> reqwest::Result<()> {
    let found = ask(who.request(Method::GET, &format!("entry/{file}"))).await?.body;
    let wanted = json!({
        "folder_parent_id": found["parent_id"], "filename": found["name"], "size": bytes.len(), "replaces": file,
    });
    if found["size"].is_i64() && send_in_parts(who, &wanted, &bytes).await?.is_some() {
        let mut told = told.lock().unwrap();
        told.stored.insert(file, blake3::hash(&bytes).to_hex().to_string());
        told.replaced.push(file);
    }
    Ok(())
}

async fn take_up_again(who: &TestUser<'_>, file: i64, rng: &mut SeededRng) -> reqwest::Result<()> {
    let found = ask(who.request(Method::GET, &format!("version/entry/{file}"))).await?.body;
    let earlier: Vec<i64> = found["versions"].as_array().into_iter().flatten().skip(1).map(version_of).collect();
    let Some(version) = rng.pick(&earlier) else { return Ok(()) };
    ask(who.request(Method::POST, &format!("version/restored/{version}"))).await.map(|_| ())
}

/// Of a folder, to its last byte.
async fn fetch_archive(who: &TestUser<'_>, folder: i64) -> reqwest::Result<()> {
    let planned = ask(who.request(Method::POST, "selection/download").json(&json!({ "node_ids": [folder] }))).await?;
    let Some(link) = planned.body["link"].as_str() else { return Ok(()) };
    match ask(who.request(Method::GET, link)).await {
        // It is cut off when something in it changes.
        Err(_) => is_there(who).await,
        Ok(_) => Ok(()),
    }
}

fn version_of(version: &Value) -> i64 {
    version["version_id"].as_i64().unwrap()
}

/// The node of the ticket, once all bytes are stored.
async fn send_in_parts(who: &TestUser<'_>, wanted: &Value, bytes: &[u8]) -> reqwest::Result<Option<i64>> {
    let prepared = ask(who.request(Method::POST, "file/prepare").json(wanted)).await?;
    if prepared.status != 201 {
        return Ok(None);
    }
    let half = bytes.len() / 2;
    for (offset, part) in [(0, &bytes[..half]), (half, &bytes[half..])] {
        let request = who.tus(Method::PATCH, prepared.body["url"].as_str().unwrap());
        let request = request.header("content-type", "application/offset+octet-stream");
        let request = request.header("upload-offset", offset.to_string()).body(part.to_vec());
        match ask(request).await {
            Ok(answer) if answer.status == 204 => {}
            Ok(_) => return Ok(None),
            Err(_) => return is_there(who).await.map(|()| None),
        }
    }
    Ok(Some(node_of(&prepared.body)))
}
