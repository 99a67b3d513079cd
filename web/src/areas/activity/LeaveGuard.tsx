import { Button, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivity } from './activity-context';
import classes from './LeaveGuard.module.css';
import { askBeforeLeaving } from './may-leave';
import { hasActive } from './upload-queue';

/**
 * Asks before uploads are lost: when the tab closes, when a route outside of the shell opens, and before signing out.
 * What the server does in the background goes on without this page, so only uploads ask.
 */
export function LeaveGuard() {
  const { t } = useTranslation('activity');
  const { uploads } = useActivity();
  const active = useSyncExternalStore(uploads.subscribe, () => hasActive(uploads.snapshot()));
  const [asked, setAsked] = useState<((leave: boolean) => void) | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => active && next.pathname === '/login' && localStorage.getItem('token') !== null,
    enableBeforeUnload: () => active,
    withResolver: true,
  });
  useEffect(() => {
    if (!active) return;
    return askBeforeLeaving(() => new Promise((resolve) => setAsked(() => resolve)));
  }, [active]);

  const blocked = blocker.status === 'blocked';
  const answer = (leave: boolean) => {
    asked?.(leave);
    setAsked(null);
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Modal
      opened={blocked || asked !== null}
      onClose={() => answer(false)}
      title={t('leave.title')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('leave.stay') }}
    >
      <p className={classes['question']}>{t('leave.question')}</p>
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          {t('leave.stay')}
        </Button>
        <Button className={classes['leave'] ?? ''} onClick={() => answer(true)}>
          {t('leave.leave')}
        </Button>
      </div>
    </Modal>
  );
}
