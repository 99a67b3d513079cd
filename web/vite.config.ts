import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { devPages } from './build/dev-pages.ts';
import { ofFirstFolder } from './build/first-folder.ts';
import { pdfData } from './build/pdf-data.ts';
import { precompress } from './build/precompress.ts';

const server = process.env['VITRINE_SERVER'] ?? 'http://127.0.0.1:8080';

/**
 * Code that several screens share is put together by subject: one file compresses better than a dozen, and stays in the
 * browser's cache between releases. What a group needs comes along with it, unless a group above it has it. What only
 * one screen uses stays with that screen.
 */
const groups = [
  {
    name: 'foundation',
    test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|openapi-fetch|openapi-react-query|use-sync-external-store|@tanstack\/(history|store|react-store|router-core|react-router|query-core|react-query))\//,
  },
  // What index.html needs in any case: session, theme, routes, and what areas say of themselves. `main.tsx` waits for
  // texts, so nothing else may lie in its file: it would wait too.
  { name: 'start', test: /^(?!.*\/(main\.tsx|index\.html))/, tags: ['$initial' as const] },
  // Of what a folder shows that is opened for the first time; the others come with what needs them.
  ofFirstFolder('icons', /node_modules\/@tabler\//),
  { name: 'signs', test: /node_modules\/@tabler\//, minShareCount: 2 },
  // Of the hooks, those that only menus, dialogs and fields use come with these.
  {
    name: 'hooks',
    test: /node_modules\/@mantine\/(hooks\/esm\/(?!use-(focus-trap|focus-return|long-press|click-outside|clipboard|debounced))|core\/esm\/(core|components\/(ActionIcon|Kbd|VisuallyHidden))\/)/,
    minShareCount: 2,
  },
  { name: 'fields', test: /node_modules\/@mantine\/core\/esm\/components\/(Input|CloseButton)\// },
  // Parts of pages and forms that a folder does without.
  {
    name: 'pages',
    test: /src\/platform\/ui\/(BackLink|PageHeader|Panel|organisation-options)\./,
    minShareCount: 2,
  },
  ofFirstFolder('platform', /src\/(shell\/menu\.|platform\/(?!uploads\/(?!may-leave|uploads-context)))/),
  // What dialogs and other pages share, and a folder does without until somebody does something.
  {
    name: 'later',
    test: /src\/(platform\/(random-id|api\/(at-answerer|use-call)|i18n\/rule-text|registry\/notices|routing\/(safe-redirect|settings-groups)|ui\/(date\/calendar|form\/discard-dialog-later|held-keys|on-page|use-focus-back))|areas\/content\/(browser\/(covered|shortcuts)|entry\/(lock-later|named-selections)))\./,
    minShareCount: 2,
  },
  {
    name: 'forms',
    test: /node_modules\/(zod|react-hook-form|@hookform)\/|src\/platform\/ui\/form\/(?!discard)[a-z-]+\.ts$/,
  },
  ofFirstFolder('uploads', /src\/platform\/uploads\//),
  // What an upload needs that has begun.
  { name: 'sending', test: /src\/platform\/uploads\//, minShareCount: 2 },
  { name: 'sign-in', test: /src\/areas\/identity\/LoginPage/ },
  {
    name: 'menus',
    test: /node_modules\/@mantine\/core\/esm\/components\/(Popover|Menu)\/|src\/platform\/ui\/Menu\./,
  },
  {
    name: 'dialogs',
    test: /node_modules\/@mantine\/core\/esm\/components\/(Drawer|Modal|ModalBase|ScrollArea)\/|src\/platform\/ui\/Modal\./,
  },
  {
    name: 'entries',
    test: /src\/areas\/content\/(queries|orders|live-events|entry-pages|access\/grants)/,
    minShareCount: 2,
  },
  // The drawer and the palette have these on every page.
  {
    name: 'searches',
    test: /src\/areas\/content\/(search\/(saved-query|saved-searches|palette-offers)|drawer\/DrawerHeading)/,
  },
  ofFirstFolder('library', /src\/areas\/content\//),
  // What the tabs at the foot of a phone share.
  {
    name: 'tabs',
    test: /src\/(platform\/ui\/tabs\/|areas\/content\/(home\/(home-queries|WithLibrary)|add\/(received-files|use-places))\.)/,
    minShareCount: 2,
  },
  // The bell and the tray stand on every page; their lists come when they are opened.
  {
    name: 'activity',
    test: /src\/areas\/activity\/(Bell|Tray|action|action-groups|background-actions|live-actions|merge-actions|seen-groups|use-actions)\./,
  },
  { name: 'settings', test: /src\/platform\/ui\/(form\/(?!discard)|table\/)/, minShareCount: 2 },
];

export default defineConfig({
  // Scripts and styles refer to each other by relative paths, so that the page works below any path; links of the page
  // itself begin with a slash, and the server adds the path.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  // The page of share links is made with Preact.
  plugins: [react({ exclude: /src\/link\// }), devPages(), pdfData(), precompress()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/healthz': { target: server } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Every browser of this target knows `modulepreload`, or does well without.
    // What index.html has fetched is there when a part of the page names what it needs.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !/\/(foundation|start|rolldown-runtime)-/.test(file)),
    },
    target: 'es2022',
    assetsInlineLimit: 0,
    // The word lists for password strength are the largest; .size-limit.js says what may be loaded when.
    chunkSizeWarningLimit: 900,
  },
  // Two builds, so that the page of share links shares no files with the app, of which it would fetch too much.
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    link: {
      consumer: 'client',
      build: {
        rolldownOptions: { input: 'link.html' },
        manifest: '.vite/link-manifest.json',
        emptyOutDir: false,
        copyPublicDir: false,
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, link } }) {
      for (const page of [client, link]) if (page) await build(page);
    },
  },
});
