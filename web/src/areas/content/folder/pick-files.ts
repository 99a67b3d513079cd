import { type Chosen, readInput } from '../../../platform/uploads/dropped-files';

/** Opens the browser's own dialog for files or for a folder. */
export function pickFiles(kind: 'files' | 'folder', picked: (chosen: Chosen) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = kind === 'folder';
  input.onchange = () => {
    if (input.files && input.files.length > 0) picked(readInput(input.files));
  };
  input.click();
}
