import i18next from 'i18next';
import { notify } from '../../../platform/ui/notify';
import { copyComing } from './copy-coming';
import { entryAddress } from './links';

/** Copies the address of an entry, which opens for people who have access to it. */
export async function copyAddressOf(appId: number, nodeId: number): Promise<void> {
  const copied = await copyComing(entryAddress(appId, nodeId)).catch(() => false);
  if (copied) notify.success(i18next.t('share.address_copied', { ns: 'content_actions' }));
}
