import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import type { Entry } from '../queries';
import { ChoiceCards } from './ChoiceCards';
import classes from './DownloadAsDialog.module.css';
import { OwnSize } from './OwnSize';
import { ResultPreview } from './ResultPreview';
import { useDownloadAs } from './use-download-as';

type Props = { appId: number; file: Entry; close: () => void };

/** Asks in which size and format a picture is downloaded, and shows what becomes of it. */
export function DownloadAsDialog({ appId, file, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const phone = useIsPhone();
  useFocusBack();
  const asked = useDownloadAs(appId, file, close);
  const { kept, look, source, fault, change, refusal, message } = asked;
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={820}
      title={<span className={dialog['title']}>{t('downloadAs.title', { name: file.name })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void asked.download();
        }}
      >
        <div className={classes['halves']}>
          <ResultPreview appId={appId} file={file} look={look} source={source} />
          <div className={classes['choices']}>
            <ChoiceCards
              size={file.size ?? 0}
              source={source}
              presets={asked.presets}
              pending={asked.isPending}
              choice={kept.choice}
              choose={(choice) => change({ choice })}
            />
            {kept.choice.kind === 'own' && (
              <OwnSize look={kept.own} linked={kept.linked} source={source} fault={fault} change={change} />
            )}
            {look !== null && (
              <Checkbox
                className={classes['copyright'] ?? ''}
                label={t('downloadAs.keepCopyright')}
                description={t('downloadAs.keepCopyrightHow')}
                checked={kept.keepCopyright}
                onChange={(event) => change({ keepCopyright: event.currentTarget.checked })}
              />
            )}
          </div>
        </div>
        {refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {message ?? t('content:error.failed')}
          </p>
        )}
        <div className={dialog['buttons']}>
          <Button variant="default" onClick={close}>
            {t('content:cancel')}
          </Button>
          <Button type="submit" disabled={fault !== null} loading={asked.saving}>
            {t('content:actions.download')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
