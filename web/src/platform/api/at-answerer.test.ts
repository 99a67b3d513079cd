import { expect, it } from 'vitest';
import { atAnswerer, byteAddress } from './at-answerer';

it('takes an address to the server that named it, however that server is called', () => {
  const there = { url: 'https://media.example:8443/api/app/7/file/prepare' };
  for (const [address, wanted] of [
    ['http://inner:8080/api/file/upload?node_id=7', 'https://media.example:8443/api/file/upload?node_id=7'],
    ['/api/file/content/7?download=1', 'https://media.example:8443/api/file/content/7?download=1'],
  ] as const) {
    expect(atAnswerer(address, there).href).toBe(wanted);
  }
  expect(atAnswerer('/api/file/upload', { url: '' }).href).toBe(`${location.origin}/api/file/upload`);
});

it('leaves an address as it is if the answer says that it is elsewhere', () => {
  const there = { url: 'https://vitrine.example/api/app/7/file/prepare' };
  const address = 'https://upload.example/api/file/upload?node_id=7';
  expect(byteAddress(address, true, there).href).toBe(address);
  expect(byteAddress(address, false, there).origin).toBe('https://vitrine.example');
});
