import { afterEach, expect, it, vi } from 'vitest';

/** Tells the observer that elements have a size; it is made when its module is read. */
let sized: (elements: readonly Element[]) => void = () => undefined;
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(tell: (entries: { target: Element }[]) => void) {
      sized = (elements) => tell(elements.map((target) => ({ target })));
    }
    observe() {}
    unobserve() {}
  },
);
const { closeCut, fitting } = await import('./close-cut');

afterEach(() => vi.restoreAllMocks());

it('as_many_letters_as_have_a_place_are_shown', () => {
  const each = (letters: number) => letters * 8;
  expect(fitting(12, 40, each)).toBe(5);
  expect(fitting(12, 39, each)).toBe(4);
  expect(fitting(12, 0, each)).toBe(0);
  expect(fitting(12, 900, each)).toBe(12);
});

/** A name of this width whose head needs 104.4 px and whose end needs 70.2 px. */
function nameOf(width: number) {
  const name = document.createElement('span');
  name.innerHTML = '<span>back tick HOME.jpg</span><span>back tick </span><span>HOME.jpg</span>';
  const [, head, tail] = [...name.children] as [HTMLElement, HTMLElement, HTMLElement];
  const box = (of: Element, px: number) =>
    vi.spyOn(of, 'getBoundingClientRect').mockReturnValue({ width: px } as DOMRect);
  box(name, width);
  box(tail, 70.2);
  vi.spyOn(head, 'scrollWidth', 'get').mockReturnValue(105);
  const letters = { width: 60.5 } as DOMRect;
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(letters);
  closeCut(name);
  sized([name]);
  return { head, tail };
}

it('a name that is as wide as it needs is not cut, though its width is told in whole pixels', () => {
  const { tail } = nameOf(174.6);
  expect(tail.style.insetInlineStart).toBe('');
});

it('the end of a cut name comes to its last letter, and no width changes', () => {
  const { head, tail } = nameOf(150.2);
  expect(Number.parseFloat(tail.style.insetInlineStart)).toBeCloseTo(-19);
  expect(head.style.maxWidth).toBe('');
});

it('the end follows when the font arrives, which leaves the width of the name as it was', () => {
  const { tail } = nameOf(150.2);
  vi.spyOn(tail, 'getBoundingClientRect').mockReturnValue({ width: 60.2 } as DOMRect);
  document.fonts.dispatchEvent(new Event('loadingdone'));
  expect(Number.parseFloat(tail.style.insetInlineStart)).toBeCloseTo(-29);
});
