import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/ui/Modal';
import { onPage } from '../../../platform/ui/on-page';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';

type Props = { count: number; answer: (replace: boolean) => void; close: () => void };

/** Asks what happens where the folder has entries of the same names. */
export function NamesTaken({ count, answer, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  useFocusBack();
  const choose = (replace: boolean) => {
    answer(replace);
    close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={dialog['title']}>{t('received.name_title', { count })}</span>}
      size="sm"
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <p>{t('received.name_text')}</p>
      <div className={dialog['buttons']}>
        <Button variant="default" onClick={close}>
          {t('content:cancel')}
        </Button>
        <Button variant="default" onClick={() => choose(true)}>
          {t('received.replace')}
        </Button>
        <Button data-autofocus onClick={() => choose(false)}>
          {t('received.keep_both')}
        </Button>
      </div>
    </Modal>
  );
}
