import { afterEach, describe, expect, it, vi } from 'vitest';

async function below(path: string | null) {
  vi.resetModules();
  document.head.innerHTML = path === null ? '' : `<meta name="base-path" content="${path}" />`;
  return import('./base-path');
}

afterEach(() => {
  document.head.innerHTML = '';
});

describe('pictureAt', () => {
  it("finds what the server keeps at the page's own address, whatever the server calls itself", async () => {
    const { pictureAt } = await below('/dam/');
    for (const server of ['', 'https://host.example/dam', 'http://127.0.0.1:8080']) {
      expect(pictureAt(`${server}/api/core/users/7/avatar?v=0a1b`)).toBe('/dam/api/core/users/7/avatar?v=0a1b');
      expect(pictureAt(`${server}/api/core/theme/7/logo?v=0a1b`)).toBe('/dam/api/core/theme/7/logo?v=0a1b');
    }
    for (const elsewhere of ['https://logos.example/l.png', 'https://logos.example/api/core/theme/7/logo']) {
      expect(pictureAt(elsewhere)).toBe(elsewhere);
    }
  });
});

describe('atBase', () => {
  it('leaves paths alone at the root', async () => {
    for (const root of [null, '/']) {
      const { atBase, basePath } = await below(root);
      expect([basePath, atBase('/api/x')]).toEqual(['', '/api/x']);
    }
  });

  it('puts the path before those of this server, and no others', async () => {
    const { atBase } = await below('/dam/');
    expect(['/api/x', '/', 'https://other.example/x', '//other.example', 'data:x'].map(atBase)).toEqual([
      '/dam/api/x',
      '/dam/',
      'https://other.example/x',
      '//other.example',
      'data:x',
    ]);
  });
});
