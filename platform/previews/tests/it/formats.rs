//! A real file of every format becomes previews that show what the file shows.

use image::ImageFormat;
use previews::{Bounds, Colour, Failure, supports};

use crate::samples::{self, BLUE, HEIGHT, RED, WIDTH};
use crate::studio::{Studio, colour_at, is_near, open};

#[test]
fn every_raster_format_keeps_its_colours_and_reports_its_size() {
    let samples: Vec<(&str, Vec<u8>)> = vec![
        ("image/jpeg", samples::jpeg()),
        ("image/jpeg", samples::jpeg_of(&samples::halves(WIDTH, HEIGHT), None, true)),
        ("image/png", samples::encoded(ImageFormat::Png)),
        ("image/gif", samples::encoded(ImageFormat::Gif)),
        ("image/webp", samples::encoded(ImageFormat::WebP)),
        ("image/tiff", samples::encoded(ImageFormat::Tiff)),
        ("image/bmp", samples::encoded(ImageFormat::Bmp)),
    ];
    for (mime, bytes) in samples {
        let studio = Studio::new();
        let rendered = studio.render(&bytes, mime).unwrap_or_else(|failure| panic!("{mime}: {failure}"));
        assert_eq!((rendered.width, rendered.height, rendered.pages), (WIDTH, HEIGHT, None), "{mime}");
        let (small, large) = (open(&rendered.small), open(&rendered.large));
        assert_eq!((small.width(), small.height()), (512, 320), "{mime}");
        assert_eq!((large.width(), large.height()), (WIDTH, HEIGHT), "{mime}: never upscaled");
        for picture in [small, large] {
            assert!(is_near(colour_at(&picture, 20, 50), RED), "{mime}: {:?}", colour_at(&picture, 20, 50));
            assert!(is_near(colour_at(&picture, 80, 50), BLUE), "{mime}: {:?}", colour_at(&picture, 80, 50));
        }
        assert!(rendered.placeholder.len() > 20, "{mime}");
        assert_eq!(rendered.colours, Colour::Red.bit() | Colour::Blue.bit(), "{mime}");
    }
}

#[test]
fn photographs_are_shrunk_by_their_short_edge_and_panoramas_by_their_long_one() {
    for (width, height, small, large) in [
        (3000, 2000, (480, 320), (960, 640)),
        (1400, 2100, (320, 480), (640, 960)),
        (8000, 1000, (1280, 160), (2560, 320)),
    ] {
        let studio = Studio::new();
        let photograph = samples::jpeg_of(&samples::halves(width, height), None, false);
        let rendered = studio.render(&photograph, "image/jpeg").unwrap();
        assert_eq!((rendered.width, rendered.height, rendered.scales), (width, height, false));
        for (path, wanted) in [(&rendered.small, small), (&rendered.large, large)] {
            let picture = open(path);
            assert_eq!((picture.width(), picture.height()), wanted, "of {width} × {height}");
        }
    }
}

#[test]
fn one_preview_of_another_size_can_be_drawn_alone() {
    for (bounds, wanted) in [(Bounds::square(400), (400, 250)), (Bounds::of_short(96), (154, 96))] {
        let studio = Studio::new();
        let input = studio.put(&samples::jpeg());
        let rendered = previews::render_one(&studio.worker, &input, "image/jpeg", &studio.out(), bounds).unwrap();
        assert_eq!(rendered.small, rendered.large);
        let picture = open(&rendered.small);
        assert_eq!((picture.width(), picture.height()), wanted);
    }
}

#[test]
fn transparency_is_kept() {
    let bytes = samples::written(samples::halves_with_alpha().into(), ImageFormat::Png);
    let studio = Studio::new();
    let rendered = studio.render(&bytes, "image/png").unwrap();
    for path in [rendered.small, rendered.large] {
        let picture = open(&path);
        assert!(is_near(colour_at(&picture, 20, 20), RED));
        assert_eq!(colour_at(&picture, 20, 80)[3], 0);
    }
}

#[test]
fn deep_and_grey_pictures_become_eight_bit_ones() {
    let deep = image::DynamicImage::from(samples::halves(WIDTH, HEIGHT)).into_rgb16();
    let grey = image::DynamicImage::from(samples::halves(WIDTH, HEIGHT)).into_luma8();
    let studio = Studio::new();
    let rendered = studio.render(&samples::written(deep.into(), ImageFormat::Png), "image/png").unwrap();
    assert!(is_near(colour_at(&open(&rendered.large), 20, 50), RED));
    let rendered = studio.render(&samples::written(grey.into(), ImageFormat::Png), "image/png").unwrap();
    let [r, g, b, _] = colour_at(&open(&rendered.large), 20, 50);
    assert!(r.abs_diff(g) < 4 && g.abs_diff(b) < 4, "grey: {r} {g} {b}");
}

#[test]
fn a_drawing_fills_the_preview_whatever_its_own_size() {
    let studio = Studio::new();
    let rendered = studio.render(&samples::svg(), "image/svg+xml").unwrap();
    assert_eq!((rendered.width, rendered.height, rendered.scales), (64, 40, true));
    let large = open(&rendered.large);
    assert_eq!((large.width(), large.height()), (1024, 640));
    assert!(is_near(colour_at(&large, 20, 20), RED));
    assert!(is_near(colour_at(&large, 80, 20), BLUE));
    assert_eq!(colour_at(&large, 50, 80)[3], 0);
}

#[test]
fn text_in_a_drawing_is_drawn() {
    let source = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40">
        <text x="0" y="38" font-size="48" font-family="Nowhere Sans" fill="#000">MMM</text></svg>"##;
    let studio = Studio::new();
    let large = open(&studio.render(source, "image/svg+xml").unwrap().large).to_rgba8();
    let inked = large.pixels().filter(|pixel| pixel[3] > 128).count();
    assert!(inked > 20_000, "{inked} pixels of ink");
}

#[test]
fn a_document_shows_its_first_page_and_counts_all() {
    let studio = Studio::new();
    let rendered = studio.render(&samples::pdf(3, 300.0, 200.0), "application/pdf").unwrap();
    assert_eq!((rendered.width, rendered.height, rendered.pages, rendered.scales), (300, 200, Some(3), true));
    let large = open(&rendered.large);
    assert_eq!((large.width(), large.height()), (960, 640));
    assert!(is_near(colour_at(&large, 20, 50), RED));
    assert!(is_near(colour_at(&large, 80, 50), BLUE));
}

#[test]
fn texts_are_drawn_as_pages() {
    let samples = [
        ("text/plain; charset=utf-8", "Olá\n\n".to_owned() + &"the quick brown fox ".repeat(40)),
        ("text/csv", "sku;nome;preço\nA-1;\"Café; 250 g\";19,90\nA-2;Chá;7,50\n".to_owned()),
        ("application/json", r#"{"name":"Vitrine","tags":["a","b"],"nested":{"on":true}}"#.repeat(4)),
        ("text/markdown", "# Brief\n\nSome **bold** words.\n\n- one\n- two\n\n```\nlet x = 1;\n```\n".to_owned()),
    ];
    for (mime, text) in samples {
        let studio = Studio::new();
        let rendered = studio.render(text.as_bytes(), mime).unwrap_or_else(|failure| panic!("{mime}: {failure}"));
        let large = open(&rendered.large).to_rgb8();
        assert_eq!((large.width().min(large.height()), rendered.scales), (640, true), "{mime}");
        let dark = large.pixels().filter(|pixel| pixel[0] < 110).count();
        assert!(dark > 500, "{mime}: {dark} dark pixels");
    }
}

#[test]
fn media_types_without_a_decoder_are_refused_at_once() {
    assert!(supports("image/jpeg") && supports("IMAGE/PNG; x=y") && supports("text/x-rust"));
    assert!(!supports("video/mp4") && !supports("application/zip") && !supports("image/x-canon-cr2"));
    assert_eq!(Studio::new().render(b"x", "video/mp4"), Err(Failure::Unsupported));
}

#[test]
fn a_picture_that_is_sent_is_drawn_anew_where_its_kind_is_wanted() {
    let worker = Studio::new().worker;
    let drawn = previews::redrawn(&worker, &samples::jpeg(), &["image/png", "image/jpeg"], 100).unwrap();
    let picture = image::load_from_memory_with_format(&drawn, ImageFormat::WebP).unwrap();
    assert_eq!((picture.width(), picture.height()), (100, 63));
    for (bytes, kinds) in [(samples::svg(), ["image/png"]), (b"GIF89a".to_vec(), ["image/jpeg"])] {
        assert_eq!(previews::redrawn(&worker, &bytes, &kinds, 100), Err(Failure::Unsupported));
    }
    assert!(matches!(previews::redrawn(&worker, b"\xff\xd8\xff", &["image/jpeg"], 100), Err(Failure::Malformed(_))));
}
