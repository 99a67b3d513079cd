import { afterEach, expect, it, vi } from 'vitest';
import { copyComing } from './copy-coming';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const clipboard = (over: object) => vi.stubGlobal('navigator', { ...navigator, clipboard: over });

it('a text that comes is copied by the click that asked for it', async () => {
  const items: { data: Record<string, Promise<Blob>> }[] = [];
  vi.stubGlobal(
    'ClipboardItem',
    class {
      data: Record<string, Promise<Blob>>;
      constructor(data: Record<string, Promise<Blob>>) {
        this.data = data;
      }
    },
  );
  let told: (text: string) => void = () => undefined;
  const coming = new Promise<string>((resolve) => {
    told = resolve;
  });
  clipboard({
    write: async (list: typeof items) => {
      items.push(...list);
      await list[0]?.data['text/plain'];
    },
  });
  const copied = copyComing(coming);
  expect(items).toHaveLength(1);
  told('https://vitrine.test/l/abc');
  expect(await copied).toBe(true);
  expect(await (await items[0]?.data['text/plain'])?.text()).toBe('https://vitrine.test/l/abc');
});

it('a browser without items copies once the text is there', async () => {
  const written: string[] = [];
  vi.stubGlobal('ClipboardItem', undefined);
  clipboard({ writeText: async (text: string) => void written.push(text) });
  expect(await copyComing(Promise.resolve('abc'))).toBe(true);
  expect(written).toEqual(['abc']);
});

it('a browser that does not copy is told apart from a server that does not answer', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  clipboard({ writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) });
  expect(await copyComing(Promise.resolve('abc'))).toBe(false);
  const refused = { status: 403, message: 'no' };
  await expect(copyComing(Promise.reject(refused))).rejects.toBe(refused);
});
