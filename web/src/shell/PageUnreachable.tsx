import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerAway } from './ServerAway';

const tryEveryMs = 5_000;

/** The server could not be asked for the user. The page opens by itself once it answers. */
export function PageUnreachable() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => void router.invalidate(), tryEveryMs);
    return () => clearInterval(timer);
  }, [router]);
  // Without a known user the shell, which otherwise has the landmark, is not shown.
  return (
    <main>
      <ServerAway description={t('unreachable.description')} again={() => void router.invalidate()} />
    </main>
  );
}
