import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../platform/api/problem';

/** One call at a time, and why the last one was refused. */
export function useCall() {
  const { t } = useTranslation('usage_panel');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await call();
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('notDone'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}
