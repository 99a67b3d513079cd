import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rooms = readdirSync('../areas').map((room) => `../areas/${room}/locales`);

/** The texts of the server's form rules, with placeholders as the page writes them. */
function ofTheServer(language: string): Record<string, string> {
  const files = ['../platform/rest/locales', ...rooms].map((folder) => `${folder}/${language}.json`).filter(existsSync);
  const texts = files.flatMap((file) => Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))));
  return Object.fromEntries(
    texts.flatMap(([key, text]) => {
      const [, rule] = /^form_rules\.(.+)$/.exec(key) ?? [];
      return rule === undefined ? [] : [[rule, text.replace(/\{(\w+)\}/g, '{{$1}}')]];
    }),
  );
}

it.each(['en', 'pt'])('the page words every form rule of the server, and as the server does: %s', (language) => {
  const page = JSON.parse(readFileSync(`locales/${language}/form_rules.json`, 'utf8'));
  const server = ofTheServer(language);
  expect(Object.keys(server).length).toBeGreaterThan(20);
  expect(page).toMatchObject(server);
});
