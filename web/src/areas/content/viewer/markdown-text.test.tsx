import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MarkdownText } from './MarkdownText';
import { decoded, safeAddress } from './markdown-parts';

const shown = (text: string) => render(<MarkdownText text={text} />).container;

it('the marks of a text are carried out', () => {
  const container = shown(
    [
      '---\ntitle: hidden\n---',
      '# Plan',
      'Some **bold**, *slanted* and `code`.',
      '- one\n- [x] done',
      '3. three',
      '> said',
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      '```js\nlet a = "<b>";\n```',
    ].join('\n\n'),
  );
  expect(screen.getByRole('heading', { name: 'Plan' }).tagName).toBe('H3');
  expect(container.querySelector('strong')?.textContent).toBe('bold');
  expect(container.querySelector('em')?.textContent).toBe('slanted');
  expect([...container.querySelectorAll('li')].map((item) => item.textContent?.trim())).toEqual([
    'one',
    'done',
    'three',
  ]);
  expect(container.querySelector('ol')?.getAttribute('start')).toBe('3');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(container.querySelector('blockquote')?.textContent?.trim()).toBe('said');
  expect([...container.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['1', '2']);
  expect(container.querySelector('pre')?.textContent).toBe('let a = "<b>";');
  expect(container.textContent).not.toContain('hidden');
});

it('HTML is never carried out, and no picture is loaded', () => {
  const container = shown(
    'A <b onclick="alert(1)">tag</b>.\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n![A cat](https://elsewhere.test/cat.png)',
  );
  expect(container.querySelector('script, img, b, [onclick], [onerror]')).toBeNull();
  expect(container.textContent).toContain('A tag.');
  expect(screen.getByText('A cat').tagName).toBe('EM');
});

it('a link leads away without telling from where, or nowhere', () => {
  shown('[away](https://elsewhere.test/a) [run](javascript:alert(1)) [near](other.md)');
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['away']);
  expect([links[0]?.getAttribute('rel'), links[0]?.getAttribute('target')]).toEqual(['noopener noreferrer', '_blank']);
  expect(['data:text/html,x', ' javascript:x', 'JAVASCRIPT:x', '//host', '#a'].map(safeAddress)).toEqual([
    ...[null, null, null, null, null],
  ]);
  expect(safeAddress('mailto:ana@lume.test')).toBe('mailto:ana@lume.test');
});

it('references are read as letters', () => {
  expect(decoded('a &amp; b &#8211; &#x41; &unknown; &#0;')).toBe('a & b – A &unknown; &#0;');
});
