import { expect, it } from 'vitest';
import { bytesPerSecond, type Pace, secondsLeft, withSample } from './upload-pace';

const after = (...samples: [at: number, sent: number][]): Pace =>
  samples.reduce<Pace>((pace, [at, sent]) => withSample(pace, { at, sent }), []);

it('speed and time left are known after two seconds', () => {
  expect(bytesPerSecond(after([0, 0], [1000, 500]))).toBeNull();
  expect(bytesPerSecond(after([0, 0], [1000, 500], [2000, 1000]))).toBe(500);
  expect(secondsLeft(after([0, 0], [2000, 1000]), 2000)).toBe(4);
});

it('only the last seconds count', () => {
  expect(bytesPerSecond(after([0, 0], [1000, 9000], [11_000, 10_000]))).toBe(100);
});

it('what is sent again begins anew, and standing still has no speed', () => {
  expect(bytesPerSecond(after([0, 5000], [3000, 9000], [4000, 100]))).toBeNull();
  expect(bytesPerSecond(after([0, 100], [3000, 100]))).toBeNull();
});
