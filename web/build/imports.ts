import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Areas do not know each other, the shell knows no area, and platform knows no screen: `app/` puts all together, `design/`
 * shows all. The page of links stands alone, and is small.
 */

const source = 'src';

/** "areas/content", "shell", "platform", …; a file at the top is by its own name. */
function zoneOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'areas' ? `${first}/${second}` : first;
}

function mayImport(from: string, to: string, isTest: boolean): boolean {
  if (from === to || to === 'platform') return true;
  if (to === 'link') return from === 'testing';
  if (isTest && to === 'testing') return true;
  return ['app', 'main.tsx', 'testing', 'design'].includes(from);
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(source, path), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']*)'/g);
  return [...found].map(([, specifier = '']) => relative(source, join(source, dirname(path), specifier)));
}

/** What the page of links is made of; with React it would be as large as the app. */
const packagesOfLink = ['preact', 'preact/hooks', 'thumbhash'];

function packagesOf(path: string): string[] {
  const text = readFileSync(join(source, path), 'utf8');
  return [...text.matchAll(/^import\b[^;']*'([^.'][^']*)';/gm)].map(([, name = '']) => name);
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
const complaints = files.flatMap((path) => {
  const from = zoneOf(path);
  return importsOf(path)
    .filter((to) => !to.startsWith('..') && !mayImport(from, zoneOf(to), /\.test\.tsx?$/.test(path)))
    .map((to) => `${path}: ${from} does not import ${to}`);
});

const large = files
  .filter((path) => zoneOf(path) === 'link' && !/\.test\.tsx?$/.test(path))
  .flatMap((path) =>
    packagesOf(path)
      .filter((name) => !packagesOfLink.includes(name))
      .map((name) => `${path}: link does not import ${name}`),
  );
complaints.push(...large);

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
