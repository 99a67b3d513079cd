import { afterEach, describe, expect, it, vi } from 'vitest';

async function below(path: string | null) {
  vi.resetModules();
  document.head.innerHTML = path === null ? '' : `<meta name="base-path" content="${path}" />`;
  return import('./base-path');
}

afterEach(() => {
  document.head.innerHTML = '';
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
