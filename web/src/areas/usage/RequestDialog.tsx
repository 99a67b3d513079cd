import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../platform/registry/actions';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { Modal } from '../../platform/ui/Modal';
import { notify } from '../../platform/ui/notify';
import { onPage } from '../../platform/ui/on-page';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import { useIsPhone } from '../../platform/ui/use-is-phone';
import { AskForm } from './AskForm';
import { askedPlace, opensOf, titleOf } from './asked-place';
import { TermsWords } from './TermsWords';
import classes from './UsageTab.module.css';
import { termsQuery } from './usage-queries';

type Props = { appId: number; entry: Entry; close: () => void };

/** Asks to be let download from the folder that an entry is in, or this file alone, and says what has become of that. */
export function RequestDialog({ appId, entry, close }: Props) {
  const { t } = useTranslation('usage_panel');
  const { node_id: nodeId, name } = entry;
  const { data: terms, isError, refetch } = useQuery(termsQuery(appId, nodeId));
  const phone = useIsPhone();
  useFocusBack();
  const place = askedPlace(entry, terms);
  const mayAsk = terms?.withheld === 'asks_first' && terms.request?.state !== 'waiting';
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={480}
      title={<span className={classes['heading']}>{titleOf(place, t)}</span>}
      // Also from within the viewer, whose own dialogs fill the page.
      portalProps={onPage}
      closeButtonProps={{ 'aria-label': t('close') }}
      {...heldKeysAnswerNothing}
    >
      {!terms && !isError && <Skeleton height={120} radius="md" />}
      {!terms && isError && (
        <div className={classes['form']}>
          <p>{t('failed')}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {terms && (
        <div className={classes['tab']}>
          <TermsWords terms={terms} />
          {mayAsk ? (
            <AskForm
              appId={appId}
              nodeId={nodeId}
              opens={opensOf(place, t)}
              from={place.name === name ? null : name}
              again={terms.request !== null}
              asked={() => {
                notify.success(t('asked'));
                close();
              }}
            />
          ) : (
            <div className={classes['buttons']}>
              <Button variant="default" onClick={close}>
                {t('close')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Modal>
  );
}
