//! Previews take turns: nobody's slow files stand in front of another's picture, a letter or a change of rights.

use std::time::{Duration, Instant};

use primitives::NodeRole;
use security::Principal;
use tokio_util::sync::CancellationToken;

use crate::harness::{House, on_both};
use crate::previews::jpeg;

/// A small file that asks for millions of strokes.
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

async fn until(house: &House, what: &str, sql: &'static str, wanted: i64) {
    let begun = Instant::now();
    while house.count(sql).await != wanted {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const SLOW_ONES: &str = "SELECT COUNT(*) FROM nodes_node WHERE preview = 1";

#[test]
fn eight_slow_papers_hold_up_neither_another_tenants_picture_nor_a_letter_nor_a_change_of_rights() {
    on_both(async |house| {
        let wim = house.person("wim");
        let outer = wim.folder(house.top, "outer").await.id();
        wim.folder(outer, "inner").await.id();
        for number in 0..8 {
            wim.upload(house.top, &format!("slow {number}.pdf"), slow_pdf(number)).await.ok();
        }
        let mut drawing = previews::Worker::at(env!("CARGO_BIN_EXE_vitrine"));
        drawing.limits.wall = Duration::from_secs(8);
        let (db, clock) = (house.app.db.clone(), house.clock.clone());
        let stop = CancellationToken::new();
        let worker = tokio::spawn(jobs::Worker::new(db, clock, house.app.jobs(drawing), 2).run(stop.clone()));
        let running = "SELECT COUNT(*) FROM jobs_job WHERE state = 'running' AND kind = 'content.file_stored'";
        until(house, "both places draw", running, 2).await;

        let picture = house.person("eva").upload(house.other_top, "photo.jpg", jpeg()).await.id();
        let email = serde_json::json!({ "email": "rea@lume.example" });
        house.anonymous().post("/api/core/auth/forgotten_password", email).await.ok();
        house.grant(outer, Principal::Group(house.groups["guests"]), NodeRole::Reader).await;
        let letters = "SELECT COUNT(*) FROM mail_letter WHERE state = 'sent'";
        until(house, "the letter leaves", letters, 1).await;
        until(house, "rights are rewritten", "SELECT COUNT(*) FROM security_fence", 0).await;
        assert!(house.count(SLOW_ONES).await >= 8, "and no paper is done by then");
        let begun = Instant::now();
        while house.person("eva").preview(picture).await.status != 200 {
            assert!(begun.elapsed() < Duration::from_secs(60), "the picture is drawn");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(house.count(SLOW_ONES).await > 0, "the picture is drawn before the papers are done");
        stop.cancel();
        worker.await.unwrap();
    });
}
