//! Posters and booklets: a photograph, a field of colour and a few words in the fonts that every reader has.

use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};

use super::brand::{INK, PAPER, SUN};
use super::canvas::Colour;
use super::photograph::photograph;
use super::seeded_rng::SeededRng;

const WIDTH: f32 = 420.0;
const HEIGHT: f32 = 595.0;
const PICTURE: (u16, u16) = (1000, 1000);
const DISTINCT: u16 = 3;

const HEADLINES: [[&str; 2]; 8] = [
    ["Slow mornings,", "good light."],
    ["A warm cup", "of daylight."],
    ["Made by hand,", "kept for years."],
    ["Summer, at home.", "Every day."],
    ["The quiet hour", "before the rest."],
    ["From the hills", "to your table."],
    ["Less, and better.", "Autumn 2026."],
    ["Open the window.", "Pour another."],
];

/// A5, 1 to 400 pages; a booklet repeats its photographs.
pub fn poster_pdf(seed: u64, pages: u16) -> Vec<u8> {
    let mut rng = SeededRng::new(seed ^ 0x0907);
    let (catalogue, tree, serif, sans) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let page = |n: u16| Ref::new(10 + i32::from(n) * 2);
    let mut pdf = Pdf::new();
    pdf.catalog(catalogue).pages(tree);
    pdf.pages(tree).kids((0..pages).map(page)).count(pages.into());
    pdf.type1_font(serif).base_font(Name(b"Times-Roman"));
    pdf.type1_font(sans).base_font(Name(b"Helvetica"));
    let photographs = pages.min(DISTINCT);
    let photo = |n: u16| Ref::new(1000 + i32::from(n % photographs));
    for n in 0..photographs {
        place(&mut pdf, photo(n), &photograph(seed.wrapping_add(u64::from(n) * 7), PICTURE.0, PICTURE.1));
    }
    for n in 0..pages {
        let drawing = Ref::new(11 + i32::from(n) * 2);
        let mut leaf = pdf.page(page(n));
        leaf.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(drawing);
        let mut resources = leaf.resources();
        resources.fonts().pair(Name(b"Serif"), serif).pair(Name(b"Sans"), sans);
        resources.x_objects().pair(Name(b"Photo"), photo(n));
        resources.finish();
        leaf.finish();
        pdf.stream(drawing, &layout(&mut rng, n, pages));
    }
    pdf.finish()
}

fn place(pdf: &mut Pdf, at: Ref, jpeg: &[u8]) {
    let mut image = pdf.image_xobject(at, jpeg);
    image.filter(Filter::DctDecode);
    image.width(PICTURE.0.into()).height(PICTURE.1.into());
    image.color_space().device_rgb();
    image.bits_per_component(8);
    image.finish();
}

fn layout(rng: &mut SeededRng, page: u16, pages: u16) -> Vec<u8> {
    let (ground, ink) = *rng.pick(&[(INK, PAPER), (PAPER, INK), (SUN, INK), (0x7a2e2e, PAPER), (0xdfe6dc, INK)]);
    let band = HEIGHT - WIDTH;
    let mut content = Content::new();
    fill(&mut content, ground).rect(0.0, 0.0, WIDTH, HEIGHT).fill_nonzero();
    content.save_state().transform([WIDTH, 0.0, 0.0, WIDTH, 0.0, band]).x_object(Name(b"Photo")).restore_state();
    fill(&mut content, SUN).rect(32.0, band - 30.0, 46.0, 4.0).fill_nonzero();
    let [first, second] = *rng.pick(&HEADLINES);
    fill(&mut content, ink);
    write(&mut content, b"Serif", 36.0, (32.0, band - 74.0), first);
    write(&mut content, b"Serif", 36.0, (32.0, band - 112.0), second);
    write(&mut content, b"Sans", 9.0, (32.0, 28.0), "CASA LUMEN   |   casalumen.example");
    if pages > 1 {
        write(&mut content, b"Sans", 9.0, (WIDTH - 60.0, 28.0), &format!("{} / {pages}", page + 1));
    }
    content.finish().to_vec()
}

fn write(content: &mut Content, font: &[u8], size: f32, (x, y): (f32, f32), text: &str) {
    content.begin_text().set_font(Name(font), size).next_line(x, y).show(Str(text.as_bytes())).end_text();
}

fn fill(content: &mut Content, colour: u32) -> &mut Content {
    let Colour(r, g, b) = Colour::hex(colour);
    content.set_fill_rgb(r, g, b)
}
