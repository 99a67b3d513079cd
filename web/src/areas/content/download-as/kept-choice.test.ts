import { beforeEach, expect, it } from 'vitest';
import { keepChoice, keptChoice } from './kept-choice';

beforeEach(() => localStorage.clear());

it('remembers what was chosen last', () => {
  const kept = { ...keptChoice(), choice: { kind: 'preset', presetId: 7 } as const, keepCopyright: false };
  keepChoice(kept);
  expect(keptChoice()).toEqual(kept);
});

it.each(['', '7', '{}', '{"own":{"width":"wide"}}', '{"own":null}', 'not json'])('%s is nothing remembered', (text) => {
  const usual = keptChoice();
  localStorage.setItem('downloadAs', text);
  expect(keptChoice()).toEqual(usual);
});
