import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later, usePrefetch } from '../../platform/routing/later';
import { notify } from '../../platform/ui/notify';

const PasswordForm = later(() => import('./PasswordForm'), 'PasswordForm');

/** The form to change one's password, once somebody wants to. */
export function PasswordPanel() {
  const { t } = useTranslation('identity_account');
  const [open, setOpen] = useState(false);
  usePrefetch(PasswordForm);
  if (!open) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('password.submit')}
      </Button>
    );
  }
  const done = () => {
    setOpen(false);
    notify.success(t('password.changed'));
  };
  return (
    <Suspense fallback={null}>
      <PasswordForm submitLabel={t('password.submit')} onDone={done} />
    </Suspense>
  );
}
