//! A store of objects for tests. It speaks S3 on a port of this machine, checks signatures, and forgets all at its end.

mod answer;
mod putting;
mod reading;
mod request;
mod signature;

use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use self::answer::Answer;
use self::request::Request;

pub const BUCKET: &str = "library";
pub const REGION: &str = "eu-test-1";
pub const ACCESS_KEY: &str = "an-access-key";
pub const SECRET_KEY: &str = "the-secret-of-the-store";

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
    connections: usize,
    /// Tags are made of something else than bytes.
    has_own_tags: bool,
    /// Nobody asks any more.
    is_over: bool,
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

/// It answers as long as it lives.
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
                if serving.objects().is_over {
                    return;
                }
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

    /// How many connections are open.
    pub fn connections(&self) -> usize {
        self.shared.objects().connections
    }

    /// Waits, for some seconds, until no more than these are open: what a killed client has sent is done by then.
    pub fn until_connections(&self, most: usize) {
        let are_more = |objects: &mut Objects| objects.connections > most;
        let waited = self.shared.changed.wait_timeout_while(self.shared.objects(), Duration::from_secs(5), are_more);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
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

impl Drop for ObjectServer {
    fn drop(&mut self) {
        let mut objects = self.shared.objects();
        objects.all.clear();
        objects.parts.clear();
        objects.is_over = true;
        drop(objects);
        // Who listens notices it with the next connection.
        drop(TcpStream::connect(&self.address));
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
    shared.objects().connections += 1;
    answer_all(stream, shared);
    shared.objects().connections -= 1;
    shared.changed.notify_all();
}

fn answer_all(stream: &TcpStream, shared: &Shared) {
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
        "GET" if key.is_empty() => reading::list(request, objects),
        "GET" | "HEAD" => reading::get(request, objects, &key),
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

fn etag(bytes: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(bytes).to_hex()[..32])
}
