import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import english from '../locales/en.json';
import portuguese from '../locales/pt.json';

const reference = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/openapi.json'), 'utf8');
const reasons: string[] = JSON.parse(reference).components.schemas.PreviewFault.enum;

it.each([
  ['English', english],
  ['Portuguese', portuguese],
])('%s says for each reason of the server why there is no preview', (_, { preview }) => {
  const { label, ...words } = preview.why;
  expect(label).not.toBe('');
  expect(Object.keys(words).sort()).toEqual([...reasons].sort());
  const sentences = Object.values(words);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence.trim()).not.toBe('');
});
