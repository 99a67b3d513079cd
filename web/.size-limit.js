import { readFileSync } from 'node:fs';

/** Budgets over what Vite's manifest says is fetched: at first (with the shell), by a folder until it stands, once the page is used, and by each screen on top of that: the first of the settings brings the table and the form of all of them. */

const read = (name) => JSON.parse(readFileSync(`dist/.vite/${name}`, 'utf8'));
const manifest = read('manifest.json');
// All that the page of share links may ever fetch.
const linkManifest = read('link-manifest.json');
const ofLinks = Object.values(linkManifest).flatMap(({ file, css = [] }) => [file, ...css]);
// What fingers need on a picture comes after it.
const zoomOfLinks = `dist/${linkManifest['src/link/pinch.ts'].file}`;
const filesOfLinks = (suffix) =>
  [...new Set(ofLinks)].filter((file) => file.endsWith(suffix)).map((file) => `dist/${file}`);
function keysOf(...names) {
  return names.flatMap((name) => {
    const keys = Object.keys(manifest).filter((key) => key === name || key.endsWith(`/${name}`));
    // A file of another name would be missing from its budget.
    if (keys.length === 0) throw new Error(`.size-limit.js: the build has no ${name}`);
    return keys;
  });
}

function reach(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) reach(next, seen);
  return seen;
}

const reachAll = (keys) => new Set(keys.flatMap((key) => [...reach(key)]));
const scripts = (keys) => [...new Set([...keys].map((key) => `dist/${manifest[key].file}`))];
const styles = (keys) => [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].map((css) => `dist/${css}`);
const without = (keys, others) => new Set([...keys].filter((key) => !others.has(key)));

const around = ['ActivityProvider.tsx', 'Bell.tsx', 'Tray.tsx', 'live-actions.ts', 'live-cache.ts'];
const first = reachAll(keysOf('index.html', 'src/shell/Shell.tsx', 'ActivityProvider.tsx'));
// A folder that is opened for the first time, with all that the page fetches by itself; socket.io is the live connection.
const inDrawer = ['FolderTree.tsx', 'SavedSearches.tsx'];
const folder = new Set([...first, ...reachAll(keysOf('FolderPage.tsx', 'esm/index.js', ...inDrawer, ...around))]);
// What a click or a key may open, fetched when the page is first used.
const soon = ['UserMenu.tsx', 'CommandPalette.tsx', 'src/platform/ui/banners.tsx', 'BellPopover.tsx'];
const standing = new Set([...first, ...reachAll(keysOf(...around, ...soon))]);
const screens = Object.keys(manifest).filter((key) => /^src\/areas\/.*Page\.tsx$/.test(key));

const budget = (name, path, limit) => ({ name, path, limit, gzip: true });

export default [
  budget('initial JS', scripts(first), '212 KB'),
  budget('initial CSS', styles(first), '25 KB'),
  budget('a folder, opened for the first time', scripts(folder), '257 KB'),
  budget('the shell, once it is used', scripts(standing), '337.5 KB'),
  budget('the viewer', scripts(without(reachAll(keysOf('FileViewer.tsx')), standing)), '43 KB'),
  budget('a PDF in the viewer', scripts(without(reachAll(keysOf('PdfFile.tsx')), standing)), '175 KB'),
  budget(
    'the page of share links, JS',
    filesOfLinks('.js').filter((file) => file !== zoomOfLinks),
    '37.4 KB',
  ),
  budget('zoom on the page of share links', [zoomOfLinks], '1.5 KB'),
  budget('the page of share links, CSS', filesOfLinks('.css'), '7.5 KB'),
  ...screens.map((key) => budget(key, scripts(without(reach(key), standing)), '64 KB')),
];
