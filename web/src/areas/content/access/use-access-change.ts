import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { accessChanged } from './grants';

/** A change that would remove the user's own access, waiting for confirmation. */
export type Waiting = { confirm: () => Promise<void>; cancel: () => void };

/** Changes access. A change that would remove the user's own access asks first; errors are shown. */
export function useAccessChange() {
  const { t } = useTranslation('content');
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  /** True if it was done. */
  async function attempt(
    act: (confirmed: boolean) => Promise<unknown>,
    done?: () => void,
    confirmed = false,
  ): Promise<boolean> {
    setRefusal(null);
    try {
      await act(confirmed);
    } catch (error) {
      if (isProblem(error) && error.code === 'self_removal') {
        const cancel = () => setWaiting(null);
        setWaiting({
          cancel,
          confirm: async () => {
            await attempt(act, done, true);
            cancel();
          },
        });
      } else setRefusal(isProblem(error) ? error.message : t('error.failed'));
      return false;
    }
    await accessChanged(client);
    done?.();
    return true;
  }

  return { attempt, waiting, refusal };
}
