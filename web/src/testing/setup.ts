import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// The first test that opens a screen waits for its parts to be compiled, on a machine that may be busy.
configure({ asyncUtilTimeout: 10_000 });

// A field that grows with its text waits for the fonts, which the test document lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
