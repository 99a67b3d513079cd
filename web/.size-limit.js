import { readFileSync } from 'node:fs';

/** Budgets over what Vite's manifest says is fetched: at first (with the shell), and by each screen on top of that: the first of the settings brings the table and the form of all of them. */

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const shell = 'src/shell/Shell.tsx';

function reach(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) reach(next, seen);
  return seen;
}

const scripts = (keys) => [...keys].map((key) => `dist/${manifest[key].file}`);
const styles = (keys) => [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].map((css) => `dist/${css}`);
const without = (keys, others) => new Set([...keys].filter((key) => !others.has(key)));

const first = new Set([...reach('index.html'), ...reach(shell)]);
// What the shell fetches by itself once it stands, before anyone opens a screen.
const soon = ['src/shell/UserMenu.tsx', 'src/shell/CommandPalette.tsx', 'src/platform/ui/banners.tsx'];
const standing = new Set([...first, ...soon.flatMap((key) => [...reach(key)])]);
const screens = Object.keys(manifest).filter((key) => /^src\/areas\/.*Page\.tsx$/.test(key));

const budget = (name, path, limit) => ({ name, path, limit, gzip: true });

export default [
  budget('initial JS', scripts(first), '220 KB'),
  budget('initial CSS', styles(first), '30 KB'),
  budget('what the shell adds once it stands', scripts(without(standing, first)), '60 KB'),
  ...screens.map((key) => budget(key, scripts(without(reach(key), standing)), '70 KB')),
];
