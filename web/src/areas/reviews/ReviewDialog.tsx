import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../platform/api/use-call';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { Modal } from '../../platform/ui/Modal';
import { onPage } from '../../platform/ui/on-page';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import classes from './ReviewDialog.module.css';

interface Props {
  title: string;
  size: number;
  /** What the button says that sends the form. */
  action: string;
  /** Whether there is something to send. */
  ready?: boolean;
  /** Sends the form; throws the server's problem. */
  send: () => Promise<void>;
  /** Also called once it is sent. */
  close: () => void;
  children: ReactNode;
}

/** A form about a review: it is sent once, and stays with the reason if the server refuses it. */
export function ReviewDialog({ title, size, action, ready = true, send, close, children }: Props) {
  const { t } = useTranslation('reviews_panel');
  const phone = useIsPhone();
  useFocusBack();
  const { busy, refusal, run } = useCall(t('failed'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    void run(async () => {
      await send();
      close();
    });
  };
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={size}
      title={<span className={classes['title']}>{title}</span>}
      // Also from within the viewer, whose own dialogs fill the page.
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('cancel') }}
      {...heldKeysAnswerNothing}
    >
      <form className={classes['form']} onSubmit={submit} noValidate>
        {children}
        {refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {refusal}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!ready}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
