import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { Modal } from '../../platform/ui/Modal';
import classes from './LeaveDialog.module.css';

/** Asks before running operations are left behind. */
export function LeaveDialog({ answer }: { answer: (leave: boolean) => void }) {
  const { t } = useTranslation('activity_tray');
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={t('leave.title')}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
      {...heldKeysAnswerNothing}
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
