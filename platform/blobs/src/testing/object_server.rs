//! A store of objects for tests. It speaks S3 on a port of this machine, checks signatures, and forgets all at its end.

mod answer;
mod putting;
mod request;
mod signature;

use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use self::answer::Answer;
use self::request::Request;

pub const BUCKET: &str = "library";
pub const REGION: &str = "eu-test-1";
pub const ACCESS_KEY: &str = "an-access-key";
pub const SECRET_KEY: &str = "the-secret-of-the-store";

/// Keys that one page of a listing has at the most.
const PAGE: usize = 3;

#[derive(Clone)]
struct Object {
    bytes: Arc<Vec<u8>>,
    etag: String,
    /// The headers that came with it and go with it.
    noted: Vec<(String, String)>,
}

impl Object {
    fn whole(bytes: Vec<u8>, noted: Vec<(String, String)>) -> Self {
        Self { etag: etag(&bytes), bytes: Arc::new(bytes), noted }
    }
}

#[derive(Default)]
struct Objects {
    all: BTreeMap<String, Object>,
    /// Uploads in parts, by their ids.
    parts: HashMap<String, Upload>,
    made: usize,
    /// What was asked: methods and keys.
    asked: Vec<String>,
    /// Requests that are answered like this before others.
    failing: Vec<(String, u16, String)>,
    is_held: bool,
    waiting: usize,
    /// Tags are made of something else than bytes.
    has_own_tags: bool,
}

impl Objects {
    fn keep(&mut self, key: String, object: Object) -> String {
        self.made += 1;
        let etag = if self.has_own_tags { format!("\"own{}\"", self.made) } else { object.etag };
        self.all.insert(key, Object { etag: etag.clone(), ..object });
        etag
    }
}

struct Upload {
    key: String,
    noted: Vec<(String, String)>,
    parts: BTreeMap<u16, Vec<u8>>,
}

#[derive(Default)]
struct Shared {
    objects: Mutex<Objects>,
    changed: Condvar,
}

impl Shared {
    fn objects(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// It answers as long as the program runs.
pub struct ObjectServer {
    address: String,
    shared: Arc<Shared>,
}

impl ObjectServer {
    /// # Panics
    /// If this machine gives no port.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let shared = Arc::<Shared>::default();
        let serving = shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = serving.clone();
                thread::spawn(move || serve(&stream, &shared));
            }
        });
        Self { address, shared }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// As `trusted_hosts` names it.
    pub fn host(&self) -> &str {
        &self.address
    }

    pub fn keys(&self) -> Vec<String> {
        self.shared.objects().all.keys().cloned().collect()
    }

    pub fn bytes(&self, key: &str) -> Option<Vec<u8>> {
        self.shared.objects().all.get(key).map(|object| object.bytes.to_vec())
    }

    /// Replaces the bytes of an object; it keeps what was noted with it.
    pub fn damage(&self, key: &str, bytes: &[u8]) {
        let mut objects = self.shared.objects();
        let noted = objects.all.get(key).map(|object| object.noted.clone()).unwrap_or_default();
        objects.all.insert(key.to_owned(), Object::whole(bytes.to_vec(), noted));
    }

    pub fn remove(&self, key: &str) {
        self.shared.objects().all.remove(key);
    }

    /// Uploads in parts that nobody has ended.
    pub fn unfinished(&self) -> usize {
        self.shared.objects().parts.len()
    }

    /// What was asked since the last call: methods and keys.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.objects().asked)
    }

    /// The next request whose method and key begin with `begin` is answered with this error.
    pub fn fail(&self, begin: &str, status: u16, code: &str) {
        self.shared.objects().failing.push((begin.to_owned(), status, code.to_owned()));
    }

    /// From now on, equal objects have different tags.
    pub fn give_tags_of_their_own(&self) {
        self.shared.objects().has_own_tags = true;
    }

    /// While the guard lives, nothing is answered.
    pub fn hold(&self) -> HeldObjects<'_> {
        self.shared.objects().is_held = true;
        HeldObjects(&self.shared)
    }
}

pub struct HeldObjects<'s>(&'s Shared);

impl HeldObjects<'_> {
    /// Waits until so many requests wait.
    pub fn until_waiting(&self, requests: usize) {
        let is_less = |objects: &mut Objects| objects.waiting < requests;
        drop(self.0.changed.wait_while(self.0.objects(), is_less).unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for HeldObjects<'_> {
    fn drop(&mut self) {
        self.0.objects().is_held = false;
        self.0.changed.notify_all();
    }
}

fn serve(stream: &TcpStream, shared: &Shared) {
    let mut reader = BufReader::new(stream);
    while let Ok(Some(request)) = Request::read(&mut reader) {
        wait_while_held(shared);
        let answer = answered(&request, &mut shared.objects());
        let mut writer = stream;
        if writer.write_all(&answer.bytes(request.method == "HEAD")).is_err() {
            return;
        }
    }
}

fn wait_while_held(shared: &Shared) {
    let mut objects = shared.objects();
    if !objects.is_held {
        return;
    }
    objects.waiting += 1;
    shared.changed.notify_all();
    let mut objects =
        shared.changed.wait_while(objects, |objects| objects.is_held).unwrap_or_else(PoisonError::into_inner);
    objects.waiting -= 1;
}

fn answered(request: &Request, objects: &mut Objects) -> Answer {
    if let Err((status, code)) = signature::check(request) {
        return Answer::error(status, code);
    }
    let Some(key) = request.key() else { return Answer::error(404, "NoSuchBucket") };
    let said = format!("{} {key}", request.method);
    objects.asked.push(said.clone());
    if let Some(index) = objects.failing.iter().position(|(begin, ..)| said.starts_with(begin.as_str())) {
        let (_, status, code) = objects.failing.remove(index);
        return Answer::error(status, &code);
    }
    match request.method.as_str() {
        "GET" if key.is_empty() => list(request, objects),
        "GET" | "HEAD" => get(request, objects, &key),
        "PUT" if request.query("uploadId").is_some() => putting::put_part(request, objects),
        "PUT" => putting::put(request, objects, key),
        "POST" if request.query("uploads").is_some() => putting::begin_parts(request, objects, key),
        "POST" => putting::end_parts(request, objects),
        "DELETE" => match request.query("uploadId") {
            Some(id) if objects.parts.remove(&id).is_none() => Answer::error(404, "NoSuchUpload"),
            Some(_) => Answer::of(204),
            None => {
                objects.all.remove(&key);
                Answer::of(204)
            }
        },
        _ => Answer::error(405, "MethodNotAllowed"),
    }
}

fn get(request: &Request, objects: &Objects, key: &str) -> Answer {
    let Some(object) = objects.all.get(key) else { return Answer::error(404, "NoSuchKey") };
    if request.header("if-match").is_some_and(|wanted| wanted != object.etag) {
        return Answer::error(412, "PreconditionFailed");
    }
    let answer = |status, bytes: &[u8]| {
        let noted = object.noted.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let with = Answer::of(status).with("etag", &object.etag).with("last-modified", "Mon, 12 Oct 2009 17:50:00 GMT");
        noted.fold(with, |answer, (name, value)| answer.with(name, value)).body(bytes)
    };
    let range = request.header("range").and_then(|range| range.strip_prefix("bytes=")?.split_once('-'));
    match range.and_then(|(first, last)| Some((first.parse::<usize>().ok()?, last.parse::<usize>().ok()?))) {
        Some((first, last)) if first <= last && last < object.bytes.len() => answer(206, &object.bytes[first..=last]),
        Some(_) => Answer::error(416, "InvalidRange"),
        None => answer(200, &object.bytes),
    }
}

fn list(request: &Request, objects: &Objects) -> Answer {
    let (prefix, after) = (request.query("prefix").unwrap_or_default(), request.query("continuation-token"));
    let most = request.query("max-keys").and_then(|most| most.parse().ok()).unwrap_or(PAGE).min(PAGE);
    let rest = objects.all.iter().filter(|(key, _)| key.starts_with(&prefix));
    let rest: Vec<_> =
        rest.filter(|(key, _)| after.as_ref().is_none_or(|after| key.as_str() > after.as_str())).collect();
    let mut said = String::new();
    for (key, object) in rest.iter().take(most) {
        let below = key[prefix.len()..].split_once('/').map(|(folder, _)| folder);
        said += &match below {
            Some(folder) => format!("<CommonPrefixes><Prefix>{prefix}{folder}/</Prefix></CommonPrefixes>"),
            None => format!("<Contents><Key>{key}</Key><Size>{}</Size></Contents>", object.bytes.len()),
        };
    }
    let is_more = rest.len() > most;
    said += &format!("<IsTruncated>{is_more}</IsTruncated>");
    if let Some((last, _)) = rest.iter().take(most).next_back().filter(|_| is_more) {
        said += &format!("<NextContinuationToken>{last}</NextContinuationToken>");
    }
    Answer::document("ListBucketResult", &said)
}

fn etag(bytes: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(bytes).to_hex()[..32])
}
