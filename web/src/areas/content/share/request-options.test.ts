import { expect, it } from 'vitest';
import { freshRequest, kinds, type RequestOptions, requestBody, requestFaults, requestOf } from './request-options';

const options = (over: Partial<RequestOptions>): RequestOptions => ({ ...freshRequest(), ...over });

it('a new request takes a hundred files of any kind', () => {
  expect(requestBody(freshRequest())).toEqual({
    message: null,
    file_limit: 100,
    byte_limit: 10 * 2 ** 30,
    extensions: [],
  });
  expect(requestFaults(freshRequest())).toEqual({});
});

it.each<[string, Partial<RequestOptions>, object]>([
  ['no files', { files: 0 }, { file_limit: 'files' }],
  ['half a file', { files: 1.5 }, { file_limit: 'files' }],
  ['too many files', { files: 10_001 }, { file_limit: 'files' }],
  ['no bytes', { gigabytes: '' }, { byte_limit: 'gigabytes' }],
  ['some megabytes', { gigabytes: 0.5 }, {}],
  ['too many bytes', { gigabytes: 1025 }, { byte_limit: 'gigabytes' }],
  ['ends of names', { extensions: '.jpg, PNG pdf' }, {}],
  ['a pattern', { extensions: '*.jpg' }, { extensions: 'extension' }],
  ['41 ends', { extensions: 'jpg '.repeat(41) }, { extensions: 'many_extensions' }],
])('%s', (_, over, faults) => {
  expect(requestFaults(options(over))).toEqual(faults);
});

it('each kind that is offered is one that the server takes', () => {
  for (const extensions of Object.values(kinds)) expect(requestFaults(options({ extensions }))).toEqual({});
});

it('what a link asks for comes back as it was', () => {
  const request = { message: 'Your photos', file_limit: 5, byte_limit: 1_500_000_000, extensions: ['jpg', 'png'] };
  const counts = { received_files: 2, received_bytes: 7, waiting: 1 };
  expect(requestBody(requestOf({ ...request, ...counts }))).toEqual(request);
});
