import { expect, test } from 'vitest';
import { builtInPalette } from '../../../platform/theme/palettes';
import { corrections } from './theme';

/** Enough contrast on white. */
const readable = { ...builtInPalette, primary: '#176b40', warning: '#8a4700' };

test('a palette that everybody can read needs no correction', () => {
  expect(corrections(readable)).toEqual([]);
});

test('a colour that nobody could read is named with what is shown instead', () => {
  const pale = { ...readable, primary: '#ffee88', appBarBgColor: '#fff', appBarTxtColor: '#eee' };
  const found = corrections(pale);
  expect(found.map(({ name }) => name)).toEqual(['appBarTxtColor', 'primary']);
  expect(found[0]?.wanted).toBe('#eeeeee');
});
