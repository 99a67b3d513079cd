import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Rail } from './Rail';

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: 'en' } }) }));

const buckets = ['A', 'B', 'Z'].map((key, at) => ({ key, count: 10, node_type: 'file' as const, after: `${at}` }));

/** A list of three letters, 1,000 pixels each, in a window of 800. */
function shown() {
  const scroller = document.createElement('div');
  Object.defineProperty(scroller, 'clientHeight', { value: 800 });
  Object.defineProperty(scroller, 'scrollHeight', { value: 3200 });
  render(<Rail {...{ buckets, scroller }} stuck={97} topOf={(index) => 170 + index * 100} height={3000} />);
  const scroll = (top: number) =>
    act(() => {
      scroller.scrollTop = top;
      scroller.dispatchEvent(new Event('scroll'));
    });
  return { scroll, rail: () => screen.getByRole('slider') };
}

it('begins below the header while nothing is scrolled, with the first letter in its pill', () => {
  const { rail } = shown();
  expect(rail().style.top).toBe('83px');
  expect(rail().getAttribute('aria-valuetext')).toBe('A');
});

it('tells the last letter at the end, though its entries never come to the top', () => {
  const { scroll, rail } = shown();
  scroll(1100);
  expect(rail().getAttribute('aria-valuetext')).toBe('B');
  scroll(2400);
  expect(rail().getAttribute('aria-valuetext')).toBe('Z');
});
