import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../ConfirmDialog.module.css';
import { heldKeysAnswerNothing } from '../held-keys';
import { Modal } from '../Modal';
import { useFocusBack } from '../use-focus-back';

/** Asks before unsaved input is discarded. */
export function DiscardDialog({ answer }: { answer: (discard: boolean) => void }) {
  const { t } = useTranslation('settings');
  useFocusBack();
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={t('form.discard_title')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('form.close') }}
      {...heldKeysAnswerNothing}
    >
      <p className={classes['text']}>{t('form.discard_text')}</p>
      <div className={classes['buttons']}>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          {t('form.keep_editing')}
        </Button>
        <Button className={classes['danger'] ?? ''} onClick={() => answer(true)}>
          {t('form.discard')}
        </Button>
      </div>
    </Modal>
  );
}
