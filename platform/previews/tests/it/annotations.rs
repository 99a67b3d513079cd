//! Annotations of readers and reviewers on a PDF.

use crate::studio::{Studio, colour_at, is_near, open};

const WHITE: [u8; 4] = [255; 4];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const YELLOW: [u8; 4] = [255, 255, 0, 255];

/// A page of 100 × 100 points, black from 45 to 55 upwards, with these annotations. Object 5 is a form in green.
fn page(annotations: &str) -> Vec<u8> {
    format!(
        "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
         3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Annots[{annotations}]>>endobj\n\
         4 0 obj<</Length 16>>stream\n0 45 100 10 re f\nendstream endobj\n\
         5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 21>>stream\n0 1 0 rg 0 0 1 1 re f\nendstream endobj\n\
         trailer<</Root 1 0 R>>\n"
    )
    .into_bytes()
}

/// A description, and the expected colours at points of the page, counted from its lower left corner.
type Case<'t> = (&'t str, &'t [((u32, u32), [u8; 4])]);

#[test]
fn annotations_show_their_own_appearance_or_the_usual_one() {
    let cases: [Case<'_>; 18] = [
        ("/Subtype/Stamp/Rect[10 10 30 30]/AP<</N 5 0 R>>", &[((20, 20), GREEN), ((5, 20), WHITE)]),
        ("/Subtype/Widget/Rect[10 10 30 30]/AS/On/AP<</N<</On 5 0 R>>>>", &[((20, 20), GREEN)]),
        ("/Subtype/Square/Rect[10 10 30 30]/C[1 0 0]/IC[1 0 0]/AP<</N 5 0 R>>", &[((20, 20), GREEN)]),
        // Text can be read through it, and the order of the corners does not matter.
        (
            "/Subtype/Highlight/Rect[0 0 99 99]/C[1 1 0]/QuadPoints[10 60 40 60 10 40 40 40 60 40 90 40 90 60 60 60]",
            &[((20, 58), YELLOW), ((20, 50), BLACK), ((75, 42), YELLOW), ((50, 58), WHITE)],
        ),
        ("/Subtype/Highlight/Rect[10 10 30 30]", &[((20, 20), YELLOW)]),
        ("/Subtype/Highlight/Rect[10 10 30 30]/C[0 0 0 1]/CA 0", &[((20, 20), WHITE)]),
        ("/Subtype/Highlight/Rect[10 10 30 30]/F 2", &[((20, 20), WHITE)]),
        ("/Subtype/Underline/Rect[10 9 90 30]/C[1 0 0]", &[((50, 10), RED), ((50, 20), WHITE)]),
        ("/Subtype/StrikeOut/Rect[10 10 90 30]/C[1 0 0]", &[((50, 20), RED), ((50, 11), WHITE)]),
        (
            "/Subtype/Square/Rect[10 60 90 90]/C[1 0 0]/IC[0 1 0]/BS<</W 4>>",
            &[((12, 75), RED), ((50, 75), GREEN), ((5, 75), WHITE)],
        ),
        (
            "/Subtype/Circle/Rect[5 55 95 95]/RD[5 5 5 5]/C[1 0 0]/Border[0 0 4]",
            &[((12, 75), RED), ((50, 75), WHITE), ((13, 88), WHITE)],
        ),
        ("/Subtype/Line/Rect[0 0 9 9]/L[10 10 90 10]/C[1 0 0]/BS<</W 4>>", &[((50, 10), RED), ((50, 20), WHITE)]),
        (
            "/Subtype/Ink/Rect[0 0 9 9]/InkList[[10 10 90 10][10 20 50 20 90 20]]/C[0 1 1 0]/BS<</W 4>>",
            &[((50, 10), RED), ((50, 20), RED), ((50, 15), WHITE)],
        ),
        ("/Subtype/Polygon/Rect[0 0 9 9]/Vertices[10 10 90 10 50 40]/IC[0 1 0]/C[]", &[((50, 20), GREEN)]),
        ("/Subtype/Text/Rect[10 10 40 40]/C[0 1 0]", &[((22, 38), GREEN), ((18, 36), BLACK), ((30, 20), WHITE)]),
        ("/Subtype/Link/Rect[10 10 90 30]/C[1 0 0]/Border[0 0 4]", &[((10, 20), RED), ((50, 20), WHITE)]),
        ("/Subtype/Link/Rect[10 10 90 30]/C[1 0 0]", &[((10, 20), WHITE)]),
        // Invalid annotations change nothing.
        (
            "/Subtype/Ink/InkList[[1][]]>><</Subtype/Square/Rect[1 2]>><</Subtype/Line/L[9999999 1 2 3]>>\
             <</Subtype/Highlight/Rect[10 10 30 30]/QuadPoints[1 2 3]",
            &[((20, 20), WHITE), ((20, 50), BLACK)],
        ),
    ];
    for (annotation, colours) in cases {
        let studio = Studio::new();
        let bytes = page(&format!("<</Type/Annot{annotation}>>"));
        let drawn =
            studio.render(&bytes, "application/pdf").unwrap_or_else(|failure| panic!("{annotation}: {failure}"));
        let picture = open(&drawn.large);
        for ((x, y), wanted) in colours {
            let seen = colour_at(&picture, *x, 100 - y);
            assert!(is_near(seen, *wanted), "{annotation} at {x}, {y}: {seen:?} where {wanted:?} is wanted");
        }
    }
}
