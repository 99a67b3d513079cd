import { defineConfig } from 'i18next-cli';
import { fileOf } from './build/texts.ts';

export default defineConfig({
  locales: ['en', 'pt'],
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    // The keys of the page of links are known to the compiler, and its own test says which are used.
    ignore: ['src/**/*.test.{ts,tsx}', 'src/testing/**', 'src/link/**'],
    output: (language, namespace = 'common') => fileOf(language, namespace),
    defaultNS: 'common',
    primaryLanguage: 'en',
    // A `t` handed to a function keeps its caller's namespace, which the extractor cannot see.
    fallbackNS: ['content'],
    keySeparator: '.',
    nsSeparator: ':',
    sort: true,
    removeUnusedKeys: false,
    defaultValue: '',
  },
});
