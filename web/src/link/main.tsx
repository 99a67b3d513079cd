/** @jsxImportSource preact */
import { render } from 'preact';
import { languageOf } from '../platform/i18n/language-of';
import './page.css';
import { askEarly } from './early';
import { LinkPage } from './LinkPage';
import { speak } from './texts';
import { applyTheme } from './theme';

speak(languageOf(navigator.languages));
applyTheme(null);
const root = document.getElementById('root');
if (root !== null) render(<LinkPage early={askEarly()} />, root);
