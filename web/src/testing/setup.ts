import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// The first test that opens a screen waits for its parts to be compiled, on a machine that may be busy.
configure({ asyncUtilTimeout: 10_000 });

// A field that grows with its text waits for the fonts, of which the document of the tests has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
