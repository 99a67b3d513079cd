import i18next from 'i18next';
import { sessionStore } from '../platform/session/session-store';
import { notify } from '../platform/ui/notify';

/** Restores the session of an earlier visit, or reports why it is over. Texts are loaded by then. */
export function restoreSession(): void {
  const wrong = sessionStore.restore();
  if (wrong !== null) notify.error(i18next.t(`errors.${wrong}`));
}
