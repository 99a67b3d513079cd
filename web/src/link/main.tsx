/** @jsxImportSource preact */
import { render } from 'preact';
import './page.css';
import { LinkPage } from './LinkPage';
import { findLink, listEntries } from './link-api';
import { placeAt } from './place';
import { languageOf, speak } from './texts';
import { applyTheme } from './theme';

speak(languageOf(navigator.languages));
applyTheme(null);
// Both at once: most links have no password.
const early = { link: findLink(), entries: listEntries(placeAt(location).folder, null) };
// Who waits for them says what has failed.
for (const asked of Object.values(early)) asked.catch(() => undefined);
const root = document.getElementById('root');
if (root !== null) render(<LinkPage early={early} />, root);
