import { expect, it } from 'vitest';
import { isCnpj, maskCnpj } from './cnpj';
import { slug } from './slug';

it.each([
  ['Casa Lumen', 'casa-lumen'],
  ['  São João & Filhos, S.A. ', 'sao-joao-filhos-s-a'],
  ['---', ''],
  [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
])('the key of %j is %j', (title, key) => {
  expect(slug(title)).toBe(key);
});

it.each([
  ['', ''],
  ['11', '11'],
  ['112', '11.2'],
  ['11222333000181', '11.222.333/0001-81'],
  ['11.222.333/0001-819999', '11.222.333/0001-81'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
])('%j is masked as %j', (typed, masked) => {
  expect(maskCnpj(typed)).toBe(masked);
});

it.each([
  ['11.222.333/0001-81', true],
  ['12.ABC.345/01DE-35', true],
  ['11.222.333/0001-82', false],
  ['12.ABC.345/01DE-36', false],
  ['12.ABC.345/01DE-3A', false],
  ['00.000.000/0000-00', false],
  ['11.222.333/0001', false],
])('%s is a CNPJ: %s', (typed, right) => {
  expect(isCnpj(typed)).toBe(right);
});
