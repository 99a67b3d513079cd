import { Button, Loader } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { EmptyState } from '../../../platform/ui/EmptyState';
import { Modal } from '../../../platform/ui/Modal';
import { notify } from '../../../platform/ui/notify';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import { NamesTaken } from './NamesTaken';
import { ReceivedList } from './ReceivedList';
import { type Decided, deciding, receivedQuery } from './received-queries';

type Props = { appId: number; folder: { nodeId: number; name: string }; close: () => void };

/** What is asked before it is done; null ids: all that wait. */
type Question = { kind: 'reject' | 'names'; nodeIds: number[] | null; count: number };

/** The files that visitors of links have sent to a folder: they are looked at, and accepted or rejected. */
export function ReceivedDialog({ appId, folder, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const phone = useIsPhone();
  useFocusBack();
  const client = useQueryClient();
  const calls = deciding(client, appId, folder.nodeId);
  const listed = useInfiniteQuery(receivedQuery(appId, folder.nodeId));
  const [busy, setBusy] = useState(false);
  const [question, ask] = useState<Question | null>(null);
  const files = listed.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = listed.data?.pages[0]?.total ?? files.length;

  const told = (kind: 'accepted' | 'rejected', { done, failed }: Decided) => {
    if (done > 0) notify.success(t(kind === 'accepted' ? 'received.accepted' : 'received.rejected', { count: done }));
    if (failed > 0) notify.info(t('received.undecided', { count: failed }));
    if (kind === 'accepted') void client.invalidateQueries({ queryKey: ['entries', appId, folder.nodeId] });
  };
  const refused = (error: unknown) => notify.error(isProblem(error) ? error.message : t('content:error.failed'));
  const accept = async (nodeIds: number[] | null, replace: boolean) => {
    setBusy(true);
    await calls.accept(nodeIds, replace).then((decided) => told('accepted', decided), refused);
    setBusy(false);
  };
  /** Names that are taken are asked about before. */
  const wish = (nodeIds: number[] | null) => {
    const meant = files.filter(({ node_id }) => nodeIds === null || nodeIds.includes(node_id));
    const count = meant.filter(({ name_taken }) => name_taken).length;
    if (count > 0) ask({ kind: 'names', nodeIds, count });
    else void accept(nodeIds, false);
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={question === null}
      fullScreen={phone}
      size={720}
      title={<span className={dialog['title']}>{t('received.title')}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      {listed.isPending && <Loader color="gray" m="auto" />}
      {listed.isError && files.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title={t('received.failed')}
          action={
            <Button variant="default" onClick={() => void listed.refetch()}>
              {t('received.try_again')}
            </Button>
          }
        />
      )}
      {listed.data && files.length === 0 && <EmptyState icon={IconInbox} title={t('received.empty')} />}
      {files.length > 0 && (
        <ReceivedList
          appId={appId}
          files={files}
          busy={busy}
          accept={wish}
          reject={(nodeIds) => ask({ kind: 'reject', nodeIds, count: nodeIds?.length ?? total })}
          listed={listed}
        />
      )}
      {question?.kind === 'reject' && (
        <ConfirmDialog
          title={t('received.reject_title', { count: question.count })}
          text={t('received.reject_text')}
          action={t('received.reject')}
          run={async () => told('rejected', await calls.reject(question.nodeIds))}
          close={() => ask(null)}
        />
      )}
      {question?.kind === 'names' && (
        <NamesTaken
          count={question.count}
          answer={(replace) => void accept(question.nodeIds, replace)}
          close={() => ask(null)}
        />
      )}
    </Modal>
  );
}
