//! The content of the brand's repository, with realistic names.

use super::brand::{Lockup, icon_png, logo_svg};
use super::motion::{banner_webp, loop_gif};
use super::papers::{brief_text, price_list_csv, tokens_json, voice_markdown};
use super::photograph::photograph_of;
use super::poster::poster_pdf;
use super::scenes::Subject;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// From the repository's root, names joined by `/`.
    pub path: &'static str,
    pub pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub name: &'static str,
    pub work: Work,
}

/// What to draw; small, and drawn on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Photograph { subject: Subject, seed: u64, width: u16, height: u16 },
    Banner { subject: Subject, seed: u64, width: u16, height: u16 },
    Loop { seed: u64 },
    Logo(Lockup),
    Icon { size: u32 },
    Poster { seed: u64, pages: u16 },
    Brief { seed: u64 },
    Voice,
    Prices { seed: u64 },
    Tokens,
}

impl Work {
    pub fn draw(self) -> Vec<u8> {
        match self {
            Self::Photograph { subject, seed, width, height } => photograph_of(subject, seed, width, height),
            Self::Banner { subject, seed, width, height } => banner_webp(subject, seed, width, height),
            Self::Loop { seed } => loop_gif(seed, 480, 480),
            Self::Logo(lockup) => logo_svg(lockup).into_bytes(),
            Self::Icon { size } => icon_png(size),
            Self::Poster { seed, pages } => poster_pdf(seed, pages),
            Self::Brief { seed } => brief_text(seed).into_bytes(),
            Self::Voice => voice_markdown().into_bytes(),
            Self::Prices { seed } => price_list_csv(seed).into_bytes(),
            Self::Tokens => tokens_json().into_bytes(),
        }
    }
}

/// Parents before children.
#[expect(clippy::too_many_lines, reason = "it is a list")]
pub fn catalogue() -> Vec<Folder> {
    use Subject::{Arches, Bokeh, Coffee, Dunes, Foliage, Fruit, Mountains, Product, Seaside, Silk};
    use Work::{Brief, Icon, Logo, Loop, Poster, Prices, Tokens, Voice};
    vec![
        folder("Campaigns", vec![("Calendar 2026 – overview.csv", Prices { seed: 9 })]),
        folder(
            "Campaigns/Summer 2026 – Luz de Verão",
            vec![
                ("Key visual – beach at six.jpg", landscape(Seaside, 3)),
                ("Key visual – beach at six (portrait).jpg", portrait(Seaside, 13)),
                ("Harbour_morning_0412.jpg", landscape(Seaside, 23)),
                ("São Sebastião, fim de tarde.jpg", landscape(Seaside, 33)),
                ("Citrus table 01.jpg", landscape(Fruit, 26)),
                ("Citrus table 02.jpg", landscape(Fruit, 16)),
                ("Creative brief.txt", Brief { seed: 1 }),
                ("Poster A5 ☀️.pdf", Poster { seed: 3, pages: 1 }),
            ],
        ),
        folder(
            "Campaigns/Winter 2026 – Slow Mornings",
            vec![
                ("IMG_20240611_071503.jpg", large(Mountains, 1)),
                ("Serra da Mantiqueira.jpg", landscape(Mountains, 31)),
                ("Lake, first snow.jpg", landscape(Mountains, 32)),
                ("Feast lights.jpg", landscape(Bokeh, 27)),
                ("Feast lights – street.jpg", landscape(Bokeh, 37)),
                ("Brief v3 FINAL (really).txt", Brief { seed: 4 }),
                ("Mailing booklet.pdf", Poster { seed: 21, pages: 6 }),
            ],
        ),
        folder("Product photography", vec![]),
        folder(
            "Product photography/Care & candles",
            vec![
                ("CL-1007 Vela Figo & Cedro.jpg", landscape(Product, 30)),
                ("CL-1014 Sabonete Oliva.jpg", landscape(Product, 40)),
                ("CL-1021 Refil Oliva.jpg", landscape(Product, 20)),
                ("CL-1028 pack shot.jpg", square(Product, 10)),
                ("CL-1035 pack shot.jpg", square(Product, 50)),
                ("CL-1042 on blue.jpg", portrait(Product, 60)),
            ],
        ),
        folder(
            "Product photography/Coffee",
            vec![
                ("Flat white, oak table.jpg", landscape(Coffee, 12)),
                ("Flat white, two colours.jpg", landscape(Coffee, 2)),
                ("Espresso from above.jpg", square(Coffee, 22)),
                ("Café d'Aurora – l'heure bleue.jpg", landscape(Coffee, 42)),
                ("Beans (12 MP).jpg", large(Coffee, 52)),
            ],
        ),
        folder(
            "Brand guidelines",
            vec![
                ("Brand book 2026.pdf", Poster { seed: 44, pages: 12 }),
                ("Tone of voice.md", Voice),
                ("Design tokens.json", Tokens),
            ],
        ),
        folder(
            "Brand guidelines/Logos",
            vec![
                ("Casa Lumen – stacked.svg", Logo(Lockup::Stacked)),
                ("Casa Lumen – wide.svg", Logo(Lockup::Wide)),
                ("Casa Lumen – mark.svg", Logo(Lockup::Mark)),
                ("Casa Lumen – wide, reversed.svg", Logo(Lockup::Reversed)),
                ("App icon 512.png", Icon { size: 512 }),
                ("App icon 64.png", Icon { size: 64 }),
            ],
        ),
        folder(
            "Brand guidelines/Textures",
            vec![
                ("Silk 01.jpg", landscape(Silk, 29)),
                ("Silk 02.jpg", landscape(Silk, 9)),
                ("Silk 03.jpg", landscape(Silk, 49)),
                ("Leaves – verde profundo.jpg", landscape(Foliage, 25)),
                ("Leaves – jade.jpg", landscape(Foliage, 45)),
            ],
        ),
        folder(
            "Social media",
            vec![
                ("Story loop – sunrise.gif", Loop { seed: 5 }),
                ("Story loop – dusk.gif", Loop { seed: 9 }),
                ("Post 🌿 “folhas”.jpg", square(Foliage, 35)),
                ("Post – #luzdecasa.jpg", square(Arches, 24)),
                ("Post – 100% café.jpg", square(Coffee, 62)),
                ("Cover – LinkedIn.webp", banner(Dunes, 8)),
                ("Cover – newsletter.webp", banner(Seaside, 43)),
                ("Cover – shop.webp", banner(Silk, 59)),
            ],
        ),
        folder(
            "Retail & POS",
            vec![
                ("Price list Q3 – stores.csv", Prices { seed: 2 }),
                ("Counter card.pdf", Poster { seed: 28, pages: 1 }),
                (
                    "Window poster (São Paulo, Rua Oscar Freire, second window from the left, mounted 12 March, seen from the street).pdf",
                    Poster { seed: 15, pages: 2 },
                ),
                ("Store façade – concept A.jpg", landscape(Arches, 4)),
                ("Store façade – concept B.jpg", landscape(Arches, 14)),
                ("Store façade – concept C.jpg", landscape(Arches, 34)),
                ("Dunes mural.jpg", landscape(Dunes, 18)),
                ("Dunes mural – alt.jpg", landscape(Dunes, 38)),
                ("Fruit counter.jpg", landscape(Fruit, 36)),
            ],
        ),
    ]
}

fn folder(path: &'static str, pieces: Vec<(&'static str, Work)>) -> Folder {
    Folder { path, pieces: pieces.into_iter().map(|(name, work)| Piece { name, work }).collect() }
}

fn landscape(subject: Subject, seed: u64) -> Work {
    Work::Photograph { subject, seed, width: 1800, height: 1200 }
}

fn portrait(subject: Subject, seed: u64) -> Work {
    Work::Photograph { subject, seed, width: 1200, height: 1600 }
}

fn square(subject: Subject, seed: u64) -> Work {
    Work::Photograph { subject, seed, width: 1400, height: 1400 }
}

/// Twelve megapixels, as a telephone writes them.
fn large(subject: Subject, seed: u64) -> Work {
    Work::Photograph { subject, seed, width: 4000, height: 3000 }
}

fn banner(subject: Subject, seed: u64) -> Work {
    Work::Banner { subject, seed, width: 1584, height: 528 }
}
