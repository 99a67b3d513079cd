import { expect, it } from 'vitest';
import { describeAgent } from './agent';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Linux', mobile: false },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    { browser: 'Edge', system: 'Windows', mobile: false },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iPhone', mobile: true },
  ],
  [
    'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    { browser: 'Firefox', system: 'Android', mobile: true },
  ],
  ['curl/8.9.1', { browser: 'curl', system: null, mobile: false }],
  ['<script>', { browser: null, system: null, mobile: false }],
  [null, { browser: null, system: null, mobile: false }],
])('%s', (text, wanted) => {
  expect(describeAgent(text)).toEqual(wanted);
});
