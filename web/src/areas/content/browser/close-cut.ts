/** The text nodes of an element, with how many letters come before each. */
function* textsOf(element: Element): Generator<[text: Text, before: number]> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let before = 0; walker.nextNode(); ) {
    const text = walker.currentNode as Text;
    yield [text, before];
    before += text.length;
  }
}

/** How wide the first letters of an element are. */
function widthOfFirst(element: Element, letters: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  for (const [text, before] of textsOf(element)) {
    if (before + text.length < letters) continue;
    range.setEnd(text, letters - before);
    return range.getBoundingClientRect().width;
  }
  return 0;
}

const dots = new Map<string, number>();

/** How wide "…" is in the font of an element. */
function widthOfDots(element: Element): number {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  let width = dots.get(font);
  if (width === undefined) {
    const context = document.createElement('canvas').getContext('2d');
    if (context) context.font = font;
    width = context?.measureText('…').width ?? 0;
    dots.set(font, width);
  }
  return width;
}

/** How many letters of a text fit. `width` tells how wide the first letters are. Browsers keep a blank before the dots. */
export function fitting(length: number, available: number, width: (letters: number) => number): number {
  let [fits, most] = [0, length];
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (width(middle) <= available) fits = middle;
    else most = middle - 1;
  }
  return fits;
}

/** How wide the hole is between the "…" of a name's head and its end; null if the name is not cut. */
function holeOf(name: Element): number | null {
  const [head, tail] = [name.children[1], name.children[2]];
  if (!head || !tail) return null;
  const available = name.getBoundingClientRect().width - tail.getBoundingClientRect().width;
  // The browser tells the width of the head in whole pixels.
  if (available <= 0 || head.scrollWidth <= available + 1) return null;
  const [room, width] = [available - widthOfDots(head), (letters: number) => widthOfFirst(head, letters)];
  return Math.max(0, room - width(fitting(head.textContent.length, room, width)) - 0.5);
}

const watched = new Set<Element>();

function close(names: Iterable<Element>): void {
  // All are measured before any is changed, so that the page is laid out once.
  const holes = [...names].map((name) => ({ tail: name.children[2], hole: holeOf(name) }));
  for (const { tail, hole } of holes) {
    if (tail instanceof HTMLElement) tail.style.insetInlineStart = hole === null ? '' : `${-hole}px`;
  }
}

const observer =
  typeof ResizeObserver === 'undefined'
    ? null
    : new ResizeObserver((sized) => close(sized.map(({ target }) => target)));

// When the font arrives, letters have other widths, and names may keep theirs.
document.fonts?.addEventListener('loadingdone', () => {
  dots.clear();
  close(watched);
});

/**
 * Shifts the end of a cut name to the last letter that its head shows; otherwise a hole is left between them. No width
 * changes by that: a name in a list is as wide as it needs. It is the `ref` of a name with three children: the text for
 * listeners, the head, the end.
 */
export function closeCut(name: HTMLElement | null): (() => void) | undefined {
  if (!name || !observer) return undefined;
  watched.add(name);
  observer.observe(name);
  return () => {
    watched.delete(name);
    observer.unobserve(name);
  };
}
