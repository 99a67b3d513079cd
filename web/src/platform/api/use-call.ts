import { useState } from 'react';
import { isProblem } from './problem';

/** One call at a time, and why the last one was refused; `failed` where the server gives no reason. */
export function useCall(failed: string) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await call();
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : failed);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run };
}
