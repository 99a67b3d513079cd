import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { heldKeysAnswerNothing } from '../../../platform/ui/held-keys';
import { Modal } from '../../../platform/ui/Modal';
import { onPage } from '../../../platform/ui/on-page';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import dialog from '../dialog.module.css';
import { endingOf } from './ending';
import classes from './OtherTypeDialog.module.css';

interface Props {
  name: string;
  chosen: string;
  /** As a file of its own. */
  upload: () => void;
  close: () => void;
}

/** A file was chosen as the new version of one of another type: both are shown, and what can be done instead. */
export function OtherTypeDialog({ name, chosen, upload, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  useFocusBack();
  const typeOf = (of: string) => endingOf(of).toUpperCase() || t('newVersion.noEnding');
  const files = [
    { label: t('newVersion.file'), of: name },
    { label: t('newVersion.chosen'), of: chosen },
  ];
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={dialog['title']}>{t('newVersion.title')}</span>}
      size="md"
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('content:close') }}
      {...heldKeysAnswerNothing}
    >
      <dl className={classes['files']}>
        {files.map(({ label, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={classes['name']} dir="auto">
                {of}
              </span>
              <span className={classes['type']}>{typeOf(of)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes['text']}>{t('newVersion.text')}</p>
      <div className={dialog['buttons']}>
        <Button variant="default" onClick={close}>
          {t('content:cancel')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            close();
            upload();
          }}
        >
          {t('newVersion.beside')}
        </Button>
      </div>
    </Modal>
  );
}
