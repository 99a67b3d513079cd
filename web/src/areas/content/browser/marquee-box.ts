export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }): Box {
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
}

export interface Line {
  from: number;
  to: number;
  top: number;
  bottom: number;
}

/** The entries that a marquee touches, computed from the geometry: most of them are not in the document. */
export function boxedIndexes(box: Box, lines: readonly Line[], cardWidth: number, gap: number): number[] {
  const indexes: number[] = [];
  for (const line of lines) {
    if (line.bottom < box.top || line.top > box.bottom) continue;
    for (let index = line.from; index < line.to; index++) {
      const left = (index - line.from) * (cardWidth + gap);
      if (left <= box.right && left + cardWidth >= box.left) indexes.push(index);
    }
  }
  return indexes;
}
