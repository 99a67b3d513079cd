import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import classes from './dialog.module.css';

interface Props {
  title: string;
  text: string;
  detail?: string;
  action: string;
  run: () => Promise<unknown>;
  close: () => void;
}

/** Asks before something is taken away. */
export function ConfirmDialog({ title, text, detail, action, run, close }: Props) {
  const { t } = useTranslation('content');
  useFocusBack();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
    } finally {
      close();
    }
  };
  return (
    <Modal opened onClose={close} title={title} size="sm" closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes['text']}>{text}</p>
      {detail && <p className={classes['quiet']}>{detail}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button data-autofocus className={classes['danger'] ?? ''} loading={busy} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
