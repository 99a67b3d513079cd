import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { api } from '../testing/open-link';
import { startServer } from '../testing/server';
import { sharedEntry as entry } from '../testing/shared-entry';
import { isDrawnLater } from './later-picture';
import { pictureOf } from './pictures';

const server = startServer();

/** What a page sees of a picture of which so many answers are a smaller one. */
async function seen(smaller: number) {
  let [asked, told] = [0, 0];
  const pauses: number[] = [];
  server.use(
    http.head(`${api}/picture/7`, () => {
      asked += 1;
      const headers = { 'cache-control': asked > smaller ? 'private, no-cache' : 'no-store' };
      return new HttpResponse(null, { headers });
    }),
  );
  const wait = async (ms: number) => void pauses.push(ms);
  const hear = () => {
    told += 1;
  };
  const later = await isDrawnLater(`${api}/picture/7?size=2560`, hear, wait, new AbortController().signal);
  return { later, asked, told, pauses: pauses.length };
}

it('asks once for a picture that is there', async () => {
  expect(await seen(0)).toEqual({ later: false, asked: 1, told: 0, pauses: 0 });
});

it('asks again while a smaller one stands in, and tells when the wanted one is drawn', async () => {
  expect(await seen(2)).toEqual({ later: true, asked: 3, told: 1, pauses: 2 });
});

it('stops asking after some tries', async () => {
  expect(await seen(100)).toEqual({ later: false, asked: 6, told: 1, pauses: 5 });
});

it('a picture that is drawn by now has another address for the browser, and the same for the server', () => {
  const { src, srcSet } = pictureOf(entry(7), '100vw', 1);
  expect(src).toMatch(/\/picture\/7\?size=640#1$/);
  expect(srcSet?.match(/size=\d+#1 \d+w/g)).toHaveLength(3);
});
