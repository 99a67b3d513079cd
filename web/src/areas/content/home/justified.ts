/** A picture in a justified row: its place in the list, its width, and whether its group begins with it. */
interface Placed {
  index: number;
  width: number;
  begins: boolean;
}

export interface JustifiedRow {
  height: number;
  pictures: readonly Placed[];
}

export interface Picture {
  /** Width by height. */
  ratio: number;
  /** Pictures that follow each other and have the same are one group. */
  group: string;
}

export interface Measures {
  width: number;
  height: number;
  gap: number;
  /** Between two groups in a row. */
  groupGap: number;
}

/** A picture is not shown wider or narrower than this; the rest is cut. */
const [NARROWEST, WIDEST] = [0.6, 2.2];
/** A last row with few pictures grows no higher than this. */
const HIGHEST = 1.4;

const shapeOf = ({ ratio }: Picture) => Math.min(WIDEST, Math.max(NARROWEST, ratio));

/** Rows of pictures of about the wanted height that fill the width, at most `most` of them; groups may share a row. */
export function justify(
  pictures: readonly Picture[],
  { width, height, gap, groupGap }: Measures,
  most: number,
): readonly JustifiedRow[] {
  const rows: JustifiedRow[] = [];
  let from = 0;
  while (from < pictures.length && rows.length < most) {
    let [to, ratios, gaps] = [from, 0, 0];
    while (to < pictures.length && ratios * height + gaps < width) {
      const before = pictures[to - 1];
      const one = pictures[to] as Picture;
      if (to > from) gaps += before?.group === one.group ? gap : groupGap;
      ratios += shapeOf(one);
      to++;
    }
    const isFull = ratios * height + gaps >= width;
    // Half a row below full ones looks forgotten.
    if (!isFull && rows.length > 0) break;
    const fitting = (width - gaps) / ratios;
    const rowHeight = isFull ? fitting : Math.min(fitting, height * HIGHEST);
    rows.push({
      height: rowHeight,
      pictures: pictures.slice(from, to).map((picture, at) => ({
        index: from + at,
        width: shapeOf(picture) * rowHeight,
        begins: pictures[from + at - 1]?.group !== picture.group,
      })),
    });
    from = to;
  }
  return rows;
}
