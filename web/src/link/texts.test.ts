import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import en from './locales/en.json';
import { say, speak } from './texts';

afterEach(() => speak('en'));

it('counts in both languages, with their plural forms', () => {
  expect([say('filesCount', { count: 1 }), say('filesCount', { count: 1400 })]).toEqual(['1 file', '1,400 files']);
  speak('pt');
  expect([say('filesCount', { count: 0 }), say('filesCount', { count: 1400 })]).toEqual([
    '0 arquivo',
    '1.400 arquivos',
  ]);
  expect(document.documentElement.lang).toBe('pt-BR');
});

it('leaves a name as it is, whatever is in it', () => {
  expect(say('downloadName', { name: '{{name}} $& 2026.jpg' })).toBe('Download {{name}} $& 2026.jpg');
});

it('uses every text', () => {
  const folder = 'src/link';
  const sources = readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name));
  const code = sources.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const keys = new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, '')));
  const unused = [...keys].filter((key) => !new RegExp(`['"]${key}['"]`).test(code));
  expect(unused).toEqual([]);
});
