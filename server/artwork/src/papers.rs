//! Papers: briefs, a tone-of-voice guide, price lists, design tokens.

use std::fmt::Write;

use super::brand::{INK, PAPER, SUN};
use super::seeded_rng::SeededRng;

const GOALS: [&str; 5] = [
    "Bring people who bought once back for a second gift before Christmas.",
    "Make the new ceramic line known to architects and small hotels.",
    "Show that good light and good coffee belong to the same hour of the day.",
    "Fill the tasting evenings of our nine stores, from Porto Alegre to Belém.",
    "Introduce the refill pouch without talking about sacrifice.",
];
const AUDIENCES: [&str; 4] = [
    "People between 28 and 45 who cook at home on weekends and read before they buy.",
    "Interior designers who specify small lots and want samples within a week.",
    "Young families in their first own flat; they like honest prices and long warranties.",
    "Regulars of our cafés: they know the product and want to hear what is new first.",
];
const IDEAS: [&str; 4] = ["The quiet hour", "A table by the window", "Luz de casa", "One cup, one minute"];
const CHANNELS: [&str; 4] = [
    "Instagram and Pinterest, 12 posts, 4 stories a week",
    "Shop windows and counter cards in all nine stores",
    "Newsletter in Portuguese and English, two issues",
    "Press kit for design magazines",
];
const GOODS: [(&str, &str); 12] = [
    ("Caneca Lumen 300 ml", "Ceramics"),
    ("Jarra Aurora, 1 l", "Ceramics"),
    ("Vaso Sertão", "Ceramics"),
    ("Café Mantiqueira 250 g", "Coffee"),
    ("Café \"Noite\" 250 g, dark roast", "Coffee"),
    ("Cold brew 500 ml", "Coffee"),
    ("Vela Capim-limão", "Candles"),
    ("Vela Figo & Cedro", "Candles"),
    ("Sabonete líquido Oliva", "Care"),
    ("Luminária Arco", "Light"),
    ("Luminária Pátio", "Light"),
    ("Refil Oliva; 1 l", "Care"),
];

pub fn brief_text(seed: u64) -> String {
    let mut rng = SeededRng::new(seed ^ 0xb21e);
    let budget = 40 + 10 * rng.below(22);
    format!(
        "CREATIVE BRIEF\n==============\n\nWorking title: {}\nClient:        Casa Lumen\nBudget:        R$ {budget}.000\n\
         Delivery:      {:02}/{:02}/2026\n\nGOAL\n{}\n\nAUDIENCE\n{}\n\nCHANNELS\n - {}\n - {}\n\nWHAT WE NEED\n - 1 key visual, \
         landscape and portrait\n - {} product photographs on a neutral ground\n - 1 loop of at most 6 seconds for stories\n - \
         Counter card A5, ready to print\n\nTONE\nWarm, short, never shouting. No exclamation marks. Portuguese first;\nEnglish is \
         a translation, not a copy.\n\nNOT WANTED\nStock smiles, steam drawn afterwards, price bursts.\n",
        rng.pick(&IDEAS),
        1 + rng.below(28),
        1 + rng.below(12),
        rng.pick(&GOALS),
        rng.pick(&AUDIENCES),
        CHANNELS[rng.below(2)],
        CHANNELS[2 + rng.below(2)],
        4 + rng.below(9),
    )
}

pub fn voice_markdown() -> String {
    "# Tone of voice\n\nCasa Lumen speaks like a good host: **attentive**, unhurried, and brief.\n\n## Three rules\n\n- Say \
     what it is before what it does.\n- One idea in a sentence.\n- Numbers beat adjectives: *38 hours of light*, not *long \
     lasting*.\n\n> If a neighbour would not say it across the fence, we do not print it.\n\n## Words we like\n\nlight, table, \
     morning, hand, clay, slow, refill\n\n## Words we leave to others\n\nexclusive, revolutionary, premium, must-have\n\n## \
     Example\n\n```\nCaneca Lumen. 300 ml of morning.\nTurned by hand in Cunha, São Paulo.\n```\n"
        .to_owned()
}

/// Semicolons and decimal commas, as the accounting department's spreadsheet writes them.
pub fn price_list_csv(seed: u64) -> String {
    let mut rng = SeededRng::new(seed ^ 0xc57);
    let mut table = String::from("SKU;Product;Line;Retail (R$);Trade (R$);Stock\n");
    for (at, (name, line)) in GOODS.iter().cycle().take(36).enumerate() {
        let retail = 19 + rng.below(280);
        let trade = retail as f32 * 0.62;
        let cell =
            if name.contains([';', '"']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { (*name).to_owned() };
        let stock = rng.below(900);
        let trade = format!("{trade:.2}").replace('.', ",");
        writeln!(table, "CL-{:04};{cell};{line};{retail},90;{trade};{stock}", 1000 + at * 7)
            .expect("a String takes all");
    }
    table
}

pub fn tokens_json() -> String {
    format!(
        "{{\n  \"brand\": \"Casa Lumen\",\n  \"colour\": {{\n    \"ink\": \"#{INK:06x}\",\n    \"sun\": \"#{SUN:06x}\",\n    \
         \"paper\": \"#{PAPER:06x}\"\n  }},\n  \"type\": {{\n    \"display\": \"Georgia\",\n    \"text\": \"DejaVu Sans\",\n    \
         \"scale\": [12, 14, 17, 22, 30, 44]\n  }},\n  \"radius\": 6,\n  \"grid\": 8\n}}\n"
    )
}
