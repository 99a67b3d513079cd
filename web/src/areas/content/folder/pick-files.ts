import { type Chosen, readInput } from '../../../platform/uploads/dropped-files';

/** Opens the browser's own dialog for one file, for files or for a folder, or the camera. */
export function pickFiles(kind: 'file' | 'files' | 'folder' | 'camera', picked: (chosen: Chosen) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind === 'files' || kind === 'folder';
  if (kind === 'camera') {
    input.accept = 'image/*';
    input.setAttribute('capture', 'environment');
  }
  input.webkitdirectory = kind === 'folder';
  input.onchange = () => {
    if (input.files && input.files.length > 0) picked(readInput(input.files));
  };
  input.click();
}
