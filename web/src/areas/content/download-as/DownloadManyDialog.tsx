import { Button, Checkbox, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import { ChoiceCards } from './ChoiceCards';
import classes from './DownloadAsDialog.module.css';
import type { Subject } from './many';
import { OwnSize } from './OwnSize';
import { useDownloadMany } from './use-download-many';

type Props = { appId: number; subject: Subject; close: () => void };

/** Asks in which size and format the pictures of a folder or a selection are downloaded, and waits until they are made. */
export function DownloadManyDialog({ appId, subject, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const phone = useIsPhone();
  useFocusBack();
  const asked = useDownloadMany(appId, subject, close);
  const { kept, look, fault, change, isPreparing, state, refusal } = asked;
  const { name, count } = subject;
  const title = name === null ? t('downloadAs.manyTitle', { count }) : t('downloadAs.title', { name });
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={620}
      title={<span className={dialog['title']}>{title}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void asked.download();
        }}
      >
        {isPreparing ? (
          <Preparing made={state?.made ?? 0} failed={state?.failed ?? 0} total={state?.total ?? 0} />
        ) : (
          <div className={classes['choices']}>
            <ChoiceCards
              size={null}
              source={null}
              presets={asked.presets}
              pending={asked.isPending}
              choice={kept.choice}
              choose={(choice) => change({ choice })}
            />
            {kept.choice.kind === 'own' && (
              <OwnSize look={kept.own} linked={false} source={null} fault={fault} change={change} />
            )}
            {look !== null && (
              <>
                <Checkbox
                  label={t('downloadAs.keepCopyright')}
                  description={t('downloadAs.keepCopyrightHow')}
                  checked={kept.keepCopyright}
                  onChange={(event) => change({ keepCopyright: event.currentTarget.checked })}
                />
                {subject.mayHaveOthers && (
                  <Checkbox
                    label={t('downloadAs.otherFiles')}
                    description={t('downloadAs.otherFilesHow')}
                    checked={asked.otherFiles}
                    onChange={(event) => asked.setOtherFiles(event.currentTarget.checked)}
                  />
                )}
              </>
            )}
          </div>
        )}
        {refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {asked.message ?? t('downloadAs.notMade')}
          </p>
        )}
        <div className={dialog['buttons']}>
          {isPreparing ? (
            <>
              <Button variant="default" onClick={() => void asked.cancel()}>
                {t('content:cancel')}
              </Button>
              <Button onClick={close}>{t('downloadAs.goOn')}</Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={close}>
                {t('content:cancel')}
              </Button>
              <Button type="submit" disabled={fault !== null} loading={asked.busy}>
                {t('content:actions.download')}
              </Button>
            </>
          )}
        </div>
      </form>
    </Modal>
  );
}

/** How far the pictures are, and that nobody needs to wait for them. */
function Preparing({ made, failed, total }: { made: number; failed: number; total: number }) {
  const { t } = useTranslation('content_actions');
  const over = made + failed;
  const label = t('downloadAs.preparing');
  return (
    <div className={classes['preparing']}>
      <p role="status">{total === 0 ? label : t('downloadAs.preparingOf', { over, total })}</p>
      <Progress value={total === 0 ? 0 : (100 * over) / total} aria-label={label} transitionDuration={200} />
      <p className={classes['note']}>{t('downloadAs.preparingHow')}</p>
    </div>
  );
}
