import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../api/problem';
import classes from './ConfirmDialog.module.css';
import { useFocusBack } from './use-focus-back';

type Props = {
  title: string;
  text: string;
  /** The word on the button. */
  action: string;
  /** The call; what it is refused with is said here. */
  run: () => Promise<unknown>;
  close: () => void;
};

/** Asks before something is taken away, and says why it could not be. */
export function ConfirmDialog({ title, text, action, run, close }: Props) {
  const { t } = useTranslation('settings');
  useFocusBack();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await run();
      close();
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('form.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={close} title={title} size="sm" closeButtonProps={{ 'aria-label': t('form.close') }}>
      <p className={classes['text']}>{text}</p>
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus onClick={close}>
          {t('form.cancel')}
        </Button>
        <Button className={classes['danger'] ?? ''} loading={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
