import i18next from 'i18next';
import { notify } from '../../../platform/ui/notify';

/** Copies the address of what the viewer shows. */
export async function copyAddress(): Promise<void> {
  await navigator.clipboard.writeText(location.href);
  notify.success(i18next.t('addressCopied', { ns: 'content_viewer' }));
}

/** Gives the address to another app, as the device offers it; where it offers none, the address is copied. */
export async function shareAddress(title: string): Promise<void> {
  if (!('share' in navigator)) return copyAddress();
  try {
    await navigator.share({ title, url: location.href });
  } catch (error) {
    // Whoever closes the device's sheet wants nothing copied.
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyAddress();
  }
}
