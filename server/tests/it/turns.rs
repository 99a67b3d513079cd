//! Previews take turns: slow files delay no other tenant's picture, e-mail or change of rights.

use std::path::Path;
use std::time::Duration;

use primitives::NodeRole;
use security::Principal;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::eventually::eventually;
use crate::harness::{TestServer, on_both};
use crate::previews::{jpeg, pdf};
use crate::test_users::TestUser;

/// A small file with millions of strokes.
fn slow_pdf(salt: u8) -> Vec<u8> {
    use pdf_writer::{Finish, Pdf, Rect, Ref};
    let (catalog, pages, page, strokes) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(pages).media_box(Rect::new(0.0, 0.0, 200.0, 100.0 + f32::from(salt)));
    leaf.contents_array(std::iter::repeat_n(strokes, 2000));
    leaf.finish();
    pdf.stream(strokes, "0 0 m 200 100 l 0 100 l 200 0 l S\n".repeat(2000).as_bytes());
    pdf.finish()
}

async fn counts(server: &TestServer, what: &str, sql: &'static str, wanted: i64) {
    eventually(what, async || server.count(sql).await == wanted).await;
}

async fn is_drawn(who: &TestUser<'_>, picture: i64) {
    eventually("the picture is drawn", async || who.preview(picture).await.status == 200).await;
}

const SLOW_ONES: &str = "SELECT COUNT(*) FROM nodes_node n
    JOIN media_rendition r ON r.content_hash = n.content_hash AND r.state = 'waiting'";

#[test]
fn eight_slow_papers_hold_up_neither_another_tenants_picture_nor_an_email_nor_a_change_of_rights() {
    on_both(async |server| {
        let wim = server.user("wim");
        let outer = wim.folder(server.top, "outer").await.id();
        wim.folder(outer, "inner").await.id();
        for number in 0..8 {
            wim.upload(server.top, &format!("slow {number}.pdf"), slow_pdf(number)).await.ok();
        }
        let mut drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
        drawing.limits.wall = Duration::from_secs(8);
        let (db, clock) = (server.app.db.clone(), server.clock.clone());
        let stop = CancellationToken::new();
        let worker = tokio::spawn(jobs::Worker::new(db, clock, server.jobs_drawing_with(drawing), 2).run(stop.clone()));
        let running = "SELECT COUNT(*) FROM jobs_job WHERE state = 'running' AND kind = 'media.draw'";
        counts(server, "both places draw", running, 2).await;

        let picture = server.user("eva").upload(server.other_top, "photo.jpg", jpeg()).await.id();
        let email = serde_json::json!({ "email": "rea@lume.example" });
        server.anonymous().post("/api/core/auth/forgotten_password", email).await.ok();
        server.grant(outer, Principal::Group(server.groups["guests"]), NodeRole::Reader).await;
        let emails = "SELECT COUNT(*) FROM mail_message WHERE state = 'sent'";
        counts(server, "the e-mail leaves", emails, 1).await;
        counts(server, "rights are propagated", "SELECT COUNT(*) FROM security_propagation", 0).await;
        assert!(server.count(SLOW_ONES).await >= 8, "and no paper is done by then");
        is_drawn(&server.user("eva"), picture).await;
        assert!(server.count(SLOW_ONES).await > 0, "the picture is drawn before the papers are done");
        stop.cancel();
        worker.await.unwrap();
    });
}

/// A decoder that never finishes a PDF, or not before `go` exists; everything else is drawn.
fn stubborn(folder: &Path, go: &Path, wall: Duration) -> previews::Worker {
    use std::os::unix::fs::PermissionsExt;
    let script = folder.join("decoder");
    let lines = format!(
        "#!/bin/sh\ncase \"$2\" in\n  *application/pdf*) while [ ! -e '{}' ]; do /bin/sleep 0.05; done; exit 1;;\nesac\n\
         exec '{}' \"$@\"\n",
        go.display(),
        env!("CARGO_BIN_EXE_vitrine")
    );
    std::fs::write(&script, lines).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700)).unwrap();
    let mut worker = previews::Worker::at(script);
    worker.limits.wall = wall;
    worker
}

fn workers(server: &TestServer, kinds: Vec<jobs::Kind>) -> jobs::Worker {
    jobs::Worker::new(server.app.db.clone(), server.clock.clone(), kinds, 2)
}

async fn preview_of(wim: &TestUser<'_>, node: i64) -> (String, String) {
    let entry = wim.get(&format!("entry/{node}")).await.ok();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
    (text(&entry["preview"]["status"]), text(&entry["preview_reason"]))
}

#[test]
fn a_preview_that_takes_too_long_moves_to_the_slow_queue() {
    on_both(async |server| {
        let (wim, eva) = (server.user("wim"), server.user("eva"));
        let place = tempfile::tempdir().unwrap();
        let go = place.path().join("go");
        let drawing =
            |wall: u64| media::jobs(server.app.media.clone(), stubborn(place.path(), &go, Duration::from_secs(wall)));
        let waiting = ("generating_preview".to_owned(), String::new());
        let paper = wim.upload(server.top, "slow.pdf", slow_pdf(1)).await.id();

        // The short try alone: it hands unfinished work over, in its owner's name, and ends.
        workers(server, drawing(2).into_iter().take(1).collect()).drain().await.unwrap();
        let handed = server.app.db.read(|c| {
            let sql = "SELECT kind, state, tenant_id = (SELECT tenant_id FROM tenancy_tenant WHERE tenant_key = 'lume')
                       FROM jobs_job WHERE kind IN ('media.draw', 'media.draw_slowly') AND state <> 'done'";
            c.rows(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<bool>(2)?)))
        });
        assert_eq!(handed.await.unwrap(), [("media.draw_slowly".to_owned(), "queued".to_owned(), true)]);
        assert_eq!(preview_of(&wim, paper).await, waiting);

        // While it is drawn slowly, another tenant's picture arrives.
        let kinds = drawing(2).into_iter().take(1).chain(drawing(600).into_iter().skip(1)).collect();
        let stop = CancellationToken::new();
        let worker = tokio::spawn(workers(server, kinds).run(stop.clone()));
        let slow = "SELECT COUNT(*) FROM jobs_job WHERE state = 'running' AND kind = 'media.draw_slowly'";
        counts(server, "the paper is drawn slowly", slow, 1).await;
        let second = wim.upload(server.top, "slow too.pdf", slow_pdf(2)).await.id();
        let picture = eva.upload(server.other_top, "photo.jpg", jpeg()).await.id();
        is_drawn(&eva, picture).await;
        assert_eq!(server.count(slow).await, 1);
        assert_eq!((preview_of(&wim, paper).await, preview_of(&wim, second).await), (waiting.clone(), waiting));
        std::fs::write(&go, "").unwrap();
        counts(server, "both papers have ended", SLOW_ONES, 0).await;
        stop.cancel();
        worker.await.unwrap();
        assert_eq!(preview_of(&wim, paper).await, ("error".to_owned(), "unreadable".to_owned()));
    });
}

/// What the entry says of its next try.
async fn retry_of(wim: &TestUser<'_>, node: i64) -> serde_json::Value {
    wim.get(&format!("entry/{node}")).await.ok()["preview"]["retry_at"].clone()
}

#[test]
fn a_file_has_a_budget_and_is_tried_again_by_itself_after_growing_pauses() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let place = tempfile::tempdir().unwrap();
        let paper = wim.upload(server.top, "endless.pdf", pdf()).await.id();
        let drawing = stubborn(place.path(), &place.path().join("never"), Duration::from_secs(1));
        let drain = async || workers(server, server.jobs_drawing_with(drawing.clone())).drain().await.unwrap();
        let too_slow = ("error".to_owned(), "too_slow".to_owned());
        let left = "SELECT COUNT(*) FROM jobs_job WHERE state IN ('queued', 'running')";
        drain().await;
        assert_eq!(wim.actions().await, [("endless.pdf".to_owned(), "success".to_owned())]);
        for pause in [600, 3600, 6 * 3600] {
            assert_eq!(preview_of(&wim, paper).await, too_slow);
            assert_eq!((wim.preview(paper).await.status, server.count(left).await), (404, 1));
            assert_eq!(retry_of(&wim, paper).await, server.clock.now() + pause);
            server.clock.advance(pause - 1);
            assert_eq!(drain().await, 0, "not before its time");
            server.clock.advance(1);
            assert_eq!(drain().await, 1);
        }
        assert_eq!(preview_of(&wim, paper).await, too_slow);
        assert!(retry_of(&wim, paper).await.is_null());
        assert_eq!(server.count(left).await, 0, "there is an end to it");

        // Everybody who sees the file may ask for another try.
        assert_eq!(rea.post(&format!("rendition/retry/{paper}"), json!({})).await.status, 204);
        assert_eq!(preview_of(&wim, paper).await.0, "generating_preview");
        assert_eq!(rea.post(&format!("rendition/retry/{paper}"), json!({})).await.status, 204);
        assert_eq!(server.count(left).await, 1, "asking twice is no second job");
        server.drain().await;
        assert_eq!(preview_of(&wim, paper).await.0, "ready");
        assert_eq!(server.user("rita").post(&format!("rendition/retry/{paper}"), json!({})).await.status, 404);
    });
}

#[test]
fn a_try_that_comes_by_itself_does_nothing_once_somebody_had_it_tried() {
    on_both(async |server| {
        let wim = server.user("wim");
        let place = tempfile::tempdir().unwrap();
        let paper = wim.upload(server.top, "endless.pdf", pdf()).await.id();
        let drawing = stubborn(place.path(), &place.path().join("never"), Duration::from_secs(1));
        let drain = async || workers(server, server.jobs_drawing_with(drawing.clone())).drain().await.unwrap();
        drain().await;
        server.clock.advance(60);
        assert_eq!(wim.post(&format!("rendition/retry/{paper}"), json!({})).await.status, 204);
        drain().await;
        let announced = retry_of(&wim, paper).await;
        server.clock.advance(540);
        assert_eq!(drain().await, 1, "the first announced try");
        assert_eq!(retry_of(&wim, paper).await, announced, "stays out of the way of the second");
        server.clock.advance(60);
        drain().await;
        assert_eq!(retry_of(&wim, paper).await, server.clock.now() + 3600);
    });
}
