import { afterEach, expect, it, vi } from 'vitest';
import { byteCookies } from '../../../platform/session/byte-cookies';
import { saveFile } from './save-file';

const clicked: string[] = [];

// There is nothing that a frame could load.
Object.assign(Reflect.get(window, 'happyDOM').settings, {
  disableIframePageLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
});

afterEach(() => {
  clicked.length = 0;
  document.body.replaceChildren();
});

function watchLinks(): void {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.href} as ${this.download}`);
  });
}

it('is a link on the page’s own server', async () => {
  watchLinks();
  await saveFile(new URL('/api/file/content/7?download=1', location.origin), 'a.txt');
  expect(clicked).toEqual(['http://vitrine.test/api/file/content/7?download=1 as a.txt']);
  expect(document.querySelector('iframe')).toBeNull();
});

it('is a hidden frame on another, once its cookie is asked for', async () => {
  watchLinks();
  const order: string[] = [];
  vi.spyOn(byteCookies, 'want').mockImplementation(async (origin) => {
    order.push(`${origin} with ${document.querySelectorAll('iframe').length} frames`);
  });
  await saveFile(new URL('http://media.test:8081/api/file/content/7?download=1'), 'a.txt');
  const frame = document.querySelector('iframe');
  expect(order).toEqual(['http://media.test:8081 with 0 frames']);
  expect(frame?.getAttribute('src')).toBe('http://media.test:8081/api/file/content/7?download=1');
  expect(frame?.hidden).toBe(true);
  expect(clicked).toEqual([]);
});

it('asks for no cookie where the address opens by itself', async () => {
  const want = vi.spyOn(byteCookies, 'want');
  await saveFile(new URL('http://files.test/api/file/signed/1-2-ab/content/7?download=1'), 'a.txt', true);
  expect(want).not.toHaveBeenCalled();
  expect(document.querySelector('iframe')?.getAttribute('src')).toContain('http://files.test/api/file/signed/');
});
