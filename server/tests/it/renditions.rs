//! The sizes of pictures: drawn at once or when somebody asks, once each, and anew after their definition has changed.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vitrine::app::App;
use vitrine::rooms::rooms;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both, serve};
use crate::previews::{png, rendition_files};
use crate::stores::settings_in;
use crate::test_users::{Answer, TestUser};

const LONG: Duration = Duration::from_secs(600);

fn photograph(width: u16, height: u16) -> Vec<u8> {
    let row = |y: u16| (0..width).flat_map(move |x| [(x / 8) as u8, (y / 8) as u8, 90]);
    let pixels: Vec<u8> = (0..height).flat_map(row).collect();
    let mut bytes = Vec::new();
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, 80);
    encoder.encode(&pixels, width, height, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

/// The sides of an opaque WebP.
fn sides(answer: &Answer) -> (u16, u16) {
    let bytes = &answer.bytes;
    assert_eq!((answer.status, &bytes[12..16]), (200, &b"VP8 "[..]));
    let side = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]) & 0x3fff;
    (side(26), side(28))
}

async fn picture(who: &TestUser<'_>, node: i64, size: u32) -> Answer {
    who.get(&format!("rendition/preview/{node}?size={size}")).await
}

/// The same installation, served once more with a worker that notes what it is asked to draw, and that draws no picture
/// of 1280 pixels while `stall` exists.
struct Noting {
    app: App,
    base: String,
    serving: JoinHandle<()>,
    stop: CancellationToken,
    folder: tempfile::TempDir,
}

impl Noting {
    /// A quarter of `wall` is what a request waits for.
    async fn open(server: &TestServer, wall: Duration) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("worker");
        let (notes, stall) = (folder.path().join("notes"), folder.path().join("stall"));
        let lines = format!(
            "#!/bin/sh\necho \"$2\" >> '{}'\ncase \"$2\" in\n  *'\"short\":1280'*) \
             while [ -e '{}' ]; do /bin/sleep 0.05; done;;\nesac\nexec '{}' \"$@\"\n",
            notes.display(),
            stall.display(),
            env!("CARGO_BIN_EXE_vitrine")
        );
        std::fs::write(&script, lines).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700)).unwrap();
        let mut worker = previews::Worker::at(script);
        worker.limits.wall = wall;
        worker.limits.cpu_seconds = 600;
        let settings = settings_in(server.test.folder());
        let (db, clock) = (server.test.db.clone(), server.clock.clone());
        let app = App::of_rooms(&rooms(), worker, db, clock, &settings).await.unwrap();
        let (base, serving, stop) = serve(&app).await;
        Self { app, base, serving, stop, folder }
    }

    fn user<'s>(&self, server: &'s TestServer, name: &str) -> TestUser<'s> {
        TestUser { base: self.base.clone(), ..server.user(name) }
    }

    /// How many drawings had this short edge.
    fn drawn(&self, short: u32) -> usize {
        let notes = std::fs::read_to_string(self.folder.path().join("notes")).unwrap_or_default();
        notes.lines().filter(|line| line.contains(&format!("\"short\":{short},"))).count()
    }

    fn stall(&self) -> std::path::PathBuf {
        self.folder.path().join("stall")
    }

    async fn drain(&self, server: &TestServer) {
        let kinds = self.app.jobs();
        jobs::Worker::new(self.app.db.clone(), server.clock.clone(), kinds, 1).drain().await.unwrap();
    }

    async fn close(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

#[test]
fn a_size_is_drawn_when_it_is_asked_for_and_once_however_many_ask() {
    on_both(async |server| {
        let node = server.user("wim").upload(server.top, "beach.jpg", photograph(2000, 1500)).await.id();
        server.drain().await;
        assert_eq!(rendition_files(server).len(), 2, "two are drawn at once");
        let noting = Noting::open(server, LONG).await;
        let (wim, rea) = (noting.user(server, "wim"), noting.user(server, "rea"));
        let all = tokio::join!(
            picture(&wim, node, 1280),
            picture(&rea, node, 1280),
            picture(&wim, node, 1280),
            picture(&rea, node, 1000)
        );
        for answer in [&all.0, &all.1, &all.2, &all.3] {
            assert_eq!(sides(answer), (1707, 1280));
        }
        assert_eq!(noting.drawn(1280), 1);
        for (asked, given) in [(96, (128, 96)), (256, (427, 320)), (640, (853, 640)), (2560, (2000, 1500))] {
            assert_eq!(sides(&picture(&rea, node, asked).await), given, "{asked}");
        }
        assert_eq!((noting.drawn(96), noting.drawn(320), noting.drawn(640), noting.drawn(2560)), (1, 0, 0, 1));
        assert_eq!(picture(&server.user("rita"), node, 1280).await.status, 404);
        noting.close().await;
    });
}

#[test]
fn a_panorama_is_limited_by_its_long_edge_and_a_small_picture_is_never_made_larger() {
    on_both(async |server| {
        let wim = server.user("wim");
        let panorama = wim.upload(server.top, "panorama.jpg", photograph(4000, 400)).await.id();
        let small = wim.upload(server.top, "small.png", png()).await.id();
        server.drain().await;
        assert_eq!(sides(&picture(&wim, panorama, 320).await), (1280, 128));
        assert_eq!(sides(&picture(&wim, panorama, 640).await), (2560, 256));
        assert_eq!(sides(&picture(&wim, panorama, 1280).await), (4000, 400));
        let before = rendition_files(server).len();
        for asked in [96, 320, 2560] {
            assert_eq!(sides(&picture(&wim, small, asked).await), (64, 48), "{asked}");
        }
        assert_eq!(rendition_files(server).len(), before, "it has all its pixels already");
    });
}

#[test]
fn a_size_that_takes_too_long_is_answered_by_the_large_one_and_drawn_later() {
    on_both(async |server| {
        let node = server.user("wim").upload(server.top, "beach.jpg", photograph(2000, 1500)).await.id();
        server.drain().await;
        let noting = Noting::open(server, Duration::from_secs(30)).await;
        let rea = noting.user(server, "rea");
        std::fs::write(noting.stall(), "").unwrap();
        for _ in 0..2 {
            let instead = picture(&rea, node, 1280).await;
            assert_eq!((sides(&instead), instead.header("cache-control")), ((853, 640), "no-store"));
        }
        assert_eq!(noting.drawn(1280), 1, "the second does not wait for it again");
        let queued = "SELECT COUNT(*) FROM jobs_job WHERE state = 'queued' AND kind = 'media.draw_size'";
        assert_eq!(server.count(queued).await, 1);
        std::fs::remove_file(noting.stall()).unwrap();
        noting.drain(server).await;
        let drawn = picture(&rea, node, 1280).await;
        assert_eq!((sides(&drawn), drawn.header("cache-control")), ((1707, 1280), "private, no-cache"));
        noting.close().await;
    });
}

#[test]
fn what_begun_to_be_drawn_is_kept_although_its_asker_is_gone() {
    on_both(async |server| {
        let node = server.user("wim").upload(server.top, "beach.jpg", photograph(2000, 1500)).await.id();
        server.drain().await;
        let noting = Noting::open(server, LONG).await;
        std::fs::write(noting.stall(), "").unwrap();
        let path = format!("rendition/preview/{node}?size=1280");
        let asked = tokio::spawn(noting.user(server, "rea").request(reqwest::Method::GET, &path).send());
        eventually("it is being drawn", async || noting.drawn(1280) == 1).await;
        asked.abort();
        std::fs::remove_file(noting.stall()).unwrap();
        eventually("it is kept", async || rendition_files(server).len() == 3).await;
        assert_eq!(sides(&picture(&noting.user(server, "rea"), node, 1280).await), (1707, 1280));
        assert_eq!(noting.drawn(1280), 1);
        noting.close().await;
    });
}

/// As the program left it whose pictures had other sizes.
async fn age(server: &TestServer) {
    let aged = "UPDATE media_rendition SET definition_version = 2";
    server.app.db.write(|tx| tx.run(aged, &[])).await.unwrap();
    for path in rendition_files(server) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let former = name.replace(".3.320.", ".2.small.").replace(".3.640.", ".2.large.");
        std::fs::rename(&path, Path::new(&path).with_file_name(former)).unwrap();
    }
}

#[test]
fn pictures_of_an_earlier_definition_are_drawn_anew_and_the_old_ones_deleted() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "beach.jpg", photograph(800, 600)).await.id();
        wim.upload(server.top, "sign.png", png()).await.id();
        server.drain().await;
        age(server).await;
        assert_eq!(wim.get(&format!("entry/{node}")).await.ok()["preview"]["status"], "ready");
        for _ in 0..2 {
            for schedule in server.app.schedules() {
                schedule.run().await;
            }
        }
        let queued = "SELECT COUNT(*) FROM jobs_job WHERE state = 'queued' AND kind = 'media.draw'";
        assert_eq!(server.count(queued).await, 2, "each once");
        server.drain().await;
        assert_eq!(server.count("SELECT COUNT(*) FROM media_rendition WHERE definition_version = 3").await, 2);
        assert_eq!(server.count("SELECT COUNT(*) FROM media_rendition").await, 2);
        let names = rendition_files(server).into_iter().map(|path| path.to_str().unwrap().to_owned());
        let (new, old): (Vec<_>, Vec<_>) = names.partition(|name| name.contains(".3."));
        assert_eq!((new.len(), old), (4, vec![]));

        // One that somebody looks at before its turn is drawn at once.
        age(server).await;
        assert_eq!(wim.preview(node).await.status, 202);
        server.drain().await;
        assert_eq!(sides(&wim.preview(node).await), (427, 320));
    });
}

#[test]
fn lists_say_what_a_page_needs_to_choose_a_size() {
    on_both(async |server| {
        let wim = server.user("wim");
        wim.upload(server.top, "beach.jpg", photograph(800, 600)).await.ok();
        wim.upload(server.top, "notes.txt", "one line\n").await.ok();
        server.drain().await;
        let listed = wim.get(&format!("entry/list/{}", server.top)).await.ok();
        let told: Vec<_> = listed["items"].as_array().unwrap().iter().map(|entry| entry["preview"].clone()).collect();
        assert_eq!(
            (&told[0]["width"], &told[0]["height"], &told[0]["scales"]),
            (&json!(800), &json!(600), &json!(false))
        );
        assert_eq!((&told[1]["scales"], &told[1]["pages"]), (&json!(true), &json!(null)));
    });
}
