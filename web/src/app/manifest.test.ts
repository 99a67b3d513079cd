import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Icon = { src: string; sizes: string; type: string; purpose: string };

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as { icons: readonly Icon[] };

/** Width and height as a PNG's header says them. */
function pngSize(file: Buffer): string {
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

it('every icon of an installed page is there, in the size that is said of it', () => {
  expect(manifest.icons.map((icon) => icon.purpose)).toContain('maskable');
  for (const { src, sizes, type } of manifest.icons) {
    expect(existsSync(`public/${src}`), src).toBe(true);
    if (type === 'image/png') expect(pngSize(readFileSync(`public/${src}`)), src).toBe(sizes);
  }
});

it('a page that is put on a home screen has an icon of its own there', () => {
  const [, icon = ''] = /<link rel="apple-touch-icon" href="\/([^"]+)"/.exec(readFileSync('index.html', 'utf8')) ?? [];
  expect(pngSize(readFileSync(`public/${icon}`))).toBe('180x180');
});
