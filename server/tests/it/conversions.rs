//! Files as pictures to download: who gets them, what they are, and how many somebody has made.

use image::{DynamicImage, ImageFormat, ImageReader};

use crate::content_settings::refused;
use crate::harness::{TestServer, on_both};
use crate::previews::{pdf, png};
use crate::test_users::{Answer, TestUser};

const DRAWING: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='red'/></svg>";

/// 600 × 400 with a red left half; stored lying on its side if `lies`, as a phone stores a portrait.
pub fn photograph(lies: bool) -> Vec<u8> {
    let (width, height) = if lies { (400_u16, 600_u16) } else { (600, 400) };
    let is_red = |x: u16, y: u16| if lies { y >= 300 } else { x < 300 };
    let row = |y: u16| (0..width).flat_map(move |x| if is_red(x, y) { [220, 30, 30] } else { [30, 30, 220] });
    let pixels: Vec<u8> = (0..height).flat_map(row).collect();
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
    if lies {
        let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        encoder.add_app_segment(1, exif.to_vec()).unwrap();
    }
    encoder.encode(&pixels, width, height, jpeg_encoder::ColorType::Rgb).unwrap();
    bytes
}

async fn convert(who: &TestUser<'_>, node: i64, query: &str) -> Answer {
    who.get(&format!("/api/file/converted/{node}?{query}")).await
}

/// The format and the picture that a program finds in the answer.
#[track_caller]
fn decoded(answer: &Answer) -> (ImageFormat, DynamicImage) {
    assert_eq!(answer.status, 200, "{}", answer.body);
    let reader = ImageReader::new(std::io::Cursor::new(&answer.bytes)).with_guessed_format().unwrap();
    (reader.format().unwrap(), reader.decode().unwrap())
}

fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
    let [red, _, blue, _] = picture.to_rgba8().get_pixel(x, y).0;
    red > 180 && blue < 80
}

#[test]
fn a_file_is_downloaded_in_every_format_and_size() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "holiday.final.jpeg", photograph(false)).await.id();
        for (query, format, mime, name, size) in [
            ("width=300", ImageFormat::Jpeg, "image/jpeg", "holiday.final-300x200.jpg", (300, 200)),
            ("format=png&height=100", ImageFormat::Png, "image/png", "holiday.final-150x100.png", (150, 100)),
            (
                "format=webp&width=200&height=200&fit=cover&quality=40",
                ImageFormat::WebP,
                "image/webp",
                "holiday.final-200x200.webp",
                (200, 200),
            ),
            ("width=300&height=300&fit=pad", ImageFormat::Jpeg, "image/jpeg", "holiday.final-300x300.jpg", (300, 300)),
            ("width=5000", ImageFormat::Jpeg, "image/jpeg", "holiday.final-600x400.jpg", (600, 400)),
            ("width=900&enlarge=1", ImageFormat::Jpeg, "image/jpeg", "holiday.final-900x600.jpg", (900, 600)),
            ("", ImageFormat::Jpeg, "image/jpeg", "holiday.final-600x400.jpg", (600, 400)),
        ] {
            let answer = convert(&wim, node, query).await;
            let (found, picture) = decoded(&answer);
            assert_eq!((found, (picture.width(), picture.height())), (format, size), "{query}");
            assert_eq!(answer.header("content-type"), mime, "{query}");
            assert_eq!(answer.header("content-length"), answer.bytes.len().to_string(), "{query}");
            let saved = answer.header("content-disposition");
            assert!(saved.starts_with("attachment") && saved.contains(name), "{saved}");
            assert_eq!(answer.header("cache-control"), "private, no-cache");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            let (width, height) = size;
            let middle = if query.contains("pad") { height / 2 } else { 5 };
            assert!(is_red(&picture, 5, middle) && !is_red(&picture, width - 5, middle), "{query}");
        }
    });
}

#[test]
fn a_portrait_is_upright_and_a_document_is_its_first_page() {
    on_both(async |server| {
        let wim = server.user("wim");
        let lying = wim.upload(server.top, "portrait.jpg", photograph(true)).await.id();
        let answer = convert(&wim, lying, "width=300").await;
        let (_, picture) = decoded(&answer);
        assert_eq!((picture.width(), picture.height()), (300, 200));
        assert!(is_red(&picture, 5, 100) && !is_red(&picture, 295, 100));
        assert!(!answer.bytes.windows(4).any(|word| word == b"Exif"));
        let paper = wim.upload(server.top, "paper.pdf", pdf()).await.id();
        let (_, page) = decoded(&convert(&wim, paper, "width=1000&format=png").await);
        assert_eq!((page.width(), page.height()), (1000, 500));
        let drawing = wim.upload(server.top, "logo.svg", DRAWING).await.id();
        let (_, drawing) = decoded(&convert(&wim, drawing, "width=400&height=400&fit=pad&background=%23fff").await);
        assert_eq!((drawing.width(), drawing.height()), (400, 400));
    });
}

#[test]
fn nobody_gets_a_picture_of_what_they_may_not_download() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "holiday.jpg", photograph(false)).await.id();
        let folder = wim.folder(server.top, "folder").await.id();
        assert_eq!(convert(&wim, node, "width=300").await.status, 200, "it is kept from now on");
        assert_eq!(convert(&wim, folder, "width=300").await.refusal(), (409, "wrong_kind"));
        server.classify(node).await;
        for (name, status) in [("wim", 404), ("ada", 404), ("rita", 404), ("eva", 404), ("root", 404), ("clea", 200)] {
            assert_eq!(convert(&server.user(name), node, "width=300").await.status, status, "{name}");
        }
        assert_eq!(convert(&server.anonymous(), node, "width=300").await.status, 401);
        let clea = server.user("clea");
        server.user("zoe").delete(&format!("entry/{node}")).await.ok();
        assert_eq!(convert(&clea, node, "width=300").await.status, 404, "nor of what is in the bin");
    });
}

#[test]
fn what_no_picture_can_be_made_of_says_so() {
    on_both(async |server| {
        let wim = server.user("wim");
        let mut broken = png();
        broken.truncate(60);
        for (name, bytes, code) in [
            ("broken.png", broken, "not_convertible"),
            ("sound.flac", b"fLaC\0\0\0\x22".to_vec(), "not_convertible"),
            ("broken.svg", BROKEN_DRAWING.into(), "not_convertible"),
            ("bomb.png", bomb(), "conversion_too_large"),
        ] {
            let node = wim.upload(server.top, name, bytes).await.id();
            assert_eq!(convert(&wim, node, "width=300").await.refusal(), (409, code), "{name}");
        }
        let node = wim.upload(server.top, "holiday.jpg", photograph(false)).await.id();
        for (query, field, rule) in [
            ("width=0", "width", "pixels"),
            ("height=16001", "height", "pixels"),
            ("width=16000&height=16000&enlarge=1", "height", "pixels"),
            ("width=300&fit=cover", "height", "both_sides"),
            ("height=300&fit=pad", "width", "both_sides"),
            ("quality=101", "quality", "quality"),
            ("background=red", "background", "invalid_color"),
            ("preset=999999", "preset", "unknown"),
        ] {
            let answer = convert(&wim, node, query).await;
            assert_eq!(answer.status, 422, "{query}");
            refused(&answer, field, rule);
        }
        // As large as its frame, and more than one picture may have.
        assert_eq!(convert(&wim, node, "width=16000&enlarge=1").await.refusal(), (409, "conversion_too_large"));
    });
}

/// It has no end.
const BROKEN_DRAWING: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><g>";

/// A PNG of a few bytes that claims more pixels than memory has.
fn bomb() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::new(&mut bytes, 60_000, 60_000).write_header().unwrap();
    writer.write_chunk(png::chunk::IDAT, &[0; 20]).unwrap();
    drop(writer);
    bytes
}

fn kept(server: &TestServer) -> usize {
    std::fs::read_dir(server.test.folder().join("renditions/converted")).map_or(0, Iterator::count)
}

#[test]
fn a_picture_is_made_once_and_its_download_goes_on_where_it_was_interrupted() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = wim.upload(server.top, "holiday.jpg", photograph(false)).await.id();
        let copy = wim.upload(server.top, "copy.jpg", photograph(false)).await.id();
        let whole = convert(&wim, node, "width=300").await;
        assert_eq!(kept(server), 1);
        let path = format!("/api/file/converted/{node}?width=300");
        let part = rea.request(reqwest::Method::GET, &path).header("range", "bytes=10-");
        let part = Answer::of(part.header("if-range", whole.header("etag"))).await;
        assert_eq!((part.status, part.bytes.as_slice()), (206, &whole.bytes[10..]));
        let again = rea.request(reqwest::Method::GET, &path).header("if-none-match", whole.header("etag"));
        assert_eq!(Answer::of(again).await.status, 304);
        let folder = server.test.folder().join("renditions/converted");
        std::fs::remove_dir_all(&folder).unwrap();
        let known = rea.request(reqwest::Method::GET, &path).header("if-none-match", whole.header("etag"));
        assert_eq!((Answer::of(known).await.status, kept(server)), (304, 0), "it is not made again to say so");
        convert(&wim, node, "width=300").await;
        let same = convert(&rea, copy, "width=300").await;
        assert_eq!((same.bytes, kept(server)), (whole.bytes, 1), "equal files share it");
        assert!(same.headers["content-disposition"].to_str().unwrap().contains("copy-300x200.jpg"));
        convert(&wim, node, "width=300&quality=50").await;
        assert_eq!(kept(server), 2);
    });
}

#[test]
fn one_person_has_a_bounded_number_made() {
    on_both(async |server| {
        let (wim, rea) = (server.user("wim"), server.user("rea"));
        let node = wim.upload(server.top, "holiday.jpg", photograph(false)).await.id();
        let mut refused = None;
        for width in 100..200 {
            let answer = convert(&wim, node, &format!("width={width}")).await;
            if answer.status != 200 {
                refused = Some(answer);
                break;
            }
        }
        let refused = refused.expect("a limit");
        assert_eq!(refused.refusal(), (429, "rate_limited"));
        let wait: i64 = refused.header("retry-after").parse().unwrap();
        assert_eq!(convert(&wim, node, "width=100").await.status, 200, "what is kept costs nothing");
        assert_eq!(convert(&rea, node, "width=301").await.status, 200, "others have theirs");
        server.clock.advance(wait);
        assert_eq!(convert(&wim, node, "width=302").await.status, 200);
    });
}

#[test]
fn a_damaged_file_gives_no_picture() {
    on_both(async |server| {
        let wim = server.user("wim");
        let node = wim.upload(server.top, "holiday.jpg", photograph(false)).await.id();
        server.overwrite("holiday.jpg", "other bytes").await;
        assert_eq!(convert(&wim, node, "width=300").await.refusal(), (500, "damaged"));
    });
}
