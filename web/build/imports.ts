import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Areas do not know each other, the shell knows no area, and platform knows no screen: `app/` puts all together, `design/` shows all. */

const source = 'src';

/** "areas/content", "shell", "platform", …; a file at the top is by its own name. */
function zoneOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'areas' ? `${first}/${second}` : first;
}

function mayImport(from: string, to: string, isTest: boolean): boolean {
  if (from === to || to === 'platform') return true;
  if (isTest && to === 'testing') return true;
  return ['app', 'main.tsx', 'testing', 'design'].includes(from);
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(source, path), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']*)'/g);
  return [...found].map(([, specifier = '']) => relative(source, join(source, dirname(path), specifier)));
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
const complaints = files.flatMap((path) => {
  const from = zoneOf(path);
  return importsOf(path)
    .filter((to) => !to.startsWith('..') && !mayImport(from, zoneOf(to), /\.test\.tsx?$/.test(path)))
    .map((to) => `${path}: ${from} does not import ${to}`);
});

for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
