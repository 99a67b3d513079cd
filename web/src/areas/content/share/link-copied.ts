import i18next from 'i18next';
import { notify } from '../../../platform/ui/notify';
import { copyComing } from './copy-coming';

/** Copies the address of a link, and says so; false if the browser does not copy. */
export async function copyLink(coming: string | Promise<string>): Promise<boolean> {
  const copied = await copyComing(Promise.resolve(coming));
  if (copied) notify.success(i18next.t('link.copied', { ns: 'content_actions' }));
  return copied;
}
