import '../platform/theme/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showDesign } from './show-design';

const root = document.getElementById('root');
if (root === null) throw new Error('design.html has no #root');
createRoot(root).render(<StrictMode>{await showDesign()}</StrictMode>);
