import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../api/problem';
import classes from './ConfirmDialog.module.css';
import { heldKeysAnswerNothing } from './held-keys';
import { Modal } from './Modal';
import { onPage } from './on-page';
import { useFocusBack } from './use-focus-back';

type Props = {
  title: string;
  text: string;
  detail?: string;
  /** The label of the button. */
  action: string;
  /** The action can be undone: Enter confirms it. Otherwise Enter cancels. */
  undoable?: boolean;
  /** The call; its error is shown here. */
  run: () => Promise<unknown>;
  close: () => void;
};

/** Asks before something is removed, and shows why it failed. */
export function ConfirmDialog({ title, text, detail, action, undoable = false, run, close }: Props) {
  const { t } = useTranslation();
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
      setRefusal(isProblem(error) ? error.message : t('confirm.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="sm"
      // Also from within the viewer, whose own dialogs fill the page.
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      {...heldKeysAnswerNothing}
    >
      <p className={classes['text']}>{text}</p>
      {detail !== undefined && <p className={classes['quiet']}>{detail}</p>}
      {refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus={!undoable || undefined} onClick={close}>
          {t('confirm.cancel')}
        </Button>
        <Button
          className={classes['danger'] ?? ''}
          data-autofocus={undoable || undefined}
          loading={busy}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}
