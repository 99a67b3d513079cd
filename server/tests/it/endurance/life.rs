//! One person at work in a folder of their own, where nobody else works: the right answers are known in advance.

mod acts;

use std::time::{Duration, Instant};

use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::harness::{PASSWORD, TestServer};
use crate::seeded_rng::SeededRng;
use crate::test_users::{Answer, TestUser};

/// More files than this are deleted again, so that the work stays the same over time.
const MOST_FILES: usize = 12;
/// How often a person signs out and in again; an address may try a password once a second.
const SESSION: Duration = Duration::from_secs(50);

struct Stored {
    node: i64,
    name: String,
    bytes: Vec<u8>,
    is_picture: bool,
}

/// Where people work.
pub struct Place {
    /// The addresses of the processes of one installation: each request goes to any of them.
    pub bases: Vec<String>,
    /// The folder in which everybody has their own.
    pub top: i64,
    /// Between two acts of a person.
    pub pause: Duration,
}

pub struct Life<'h> {
    who: TestUser<'h>,
    place: &'h Place,
    user: i64,
    email: String,
    rng: SeededRng,
    folder: i64,
    files: Vec<Stored>,
    made: usize,
    signed_in: Instant,
    pub requests: usize,
    /// Sign-ins that were refused because too many hashes were waiting.
    pub told_to_come_back: usize,
    /// The longest duration of an answer.
    pub slowest: Duration,
    /// How long the answers with a list took.
    pub lists: Vec<Duration>,
    pub faults: Vec<String>,
}

impl<'h> Life<'h> {
    pub async fn begin(server: &'h TestServer, place: &'h Place, number: usize, user: i64) -> Self {
        let mut life = Self {
            who: server.anonymous(),
            place,
            user,
            email: TestServer::email_of_hired(number),
            rng: SeededRng::new(number as u64 + 1),
            folder: 0,
            files: vec![],
            made: 0,
            signed_in: Instant::now(),
            requests: 0,
            told_to_come_back: 0,
            slowest: Duration::ZERO,
            lists: vec![],
            faults: vec![],
        };
        life.go_anywhere();
        life.sign_in().await;
        let made = life.who.folder(place.top, &format!("desk {number}")).await;
        life.folder = made.id();
        life
    }

    /// The next request goes to any of the processes.
    fn go_anywhere(&mut self) {
        let at = self.rng.place(self.place.bases.len());
        self.place.bases[at].clone_into(&mut self.who.base);
    }

    /// The same person at any of the processes.
    fn elsewhere(&mut self) -> TestUser<'h> {
        let at = self.rng.place(self.place.bases.len());
        TestUser {
            server: self.who.server,
            base: self.place.bases[at].clone(),
            http: self.who.http.clone(),
            token: self.who.token.clone(),
        }
    }

    /// The path of an address of any of the processes.
    fn path_of<'u>(&self, url: &'u str) -> &'u str {
        self.place.bases.iter().find_map(|base| url.strip_prefix(base.as_str())).unwrap_or(url)
    }

    /// Sends a request, and records a wrong answer.
    async fn ask(&mut self, request: RequestBuilder, status: u16) -> Answer {
        self.requests += 1;
        let asked = Instant::now();
        let answer = Answer::of(request.timeout(Duration::from_secs(60))).await;
        self.slowest = self.slowest.max(asked.elapsed());
        self.go_anywhere();
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
        let mut answer = Answer::of(self.who.request(Method::POST, "/api/core/auth/login").json(&login)).await;
        // When many sign in at once, a sign-in that would wait too long for its hash is told when to retry, and does.
        while answer.status == 503 && !answer.header("retry-after").is_empty() {
            self.told_to_come_back += 1;
            let pause = Duration::from_secs(answer.header("retry-after").parse().unwrap());
            tokio::time::sleep(pause).await; // time: as it was told
            answer = Answer::of(self.who.request(Method::POST, "/api/core/auth/login").json(&login)).await;
        }
        self.requests += 1;
        self.wrong(&format!("no session: {} {}", answer.status, answer.body), answer.status != 200);
        self.who.token = answer.body["token"].as_str().map(str::to_owned);
        self.signed_in = Instant::now();
    }

    pub async fn step(&mut self) {
        if self.place.pause > Duration::ZERO {
            tokio::time::sleep(self.place.pause).await; // time: between two acts
        }
        if self.signed_in.elapsed() > SESSION {
            self.ask(self.who.request(Method::POST, "/api/core/auth/logout"), 204).await;
            self.ask(self.who.request(Method::GET, &format!("entry/{}", self.folder)), 401).await;
            self.sign_in().await;
        }
        if self.files.len() > MOST_FILES {
            return self.delete_for_good().await;
        }
        let at = self.rng.place(self.files.len());
        match (self.rng.below(14), self.files.is_empty()) {
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
}
