import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ReceivedList.module.css';
import { ReceivedRow } from './ReceivedRow';
import type { ReceivedFile } from './received-queries';

interface Props {
  appId: number;
  files: readonly ReceivedFile[];
  busy: boolean;
  /** Null: all that wait. */
  accept: (nodeIds: number[] | null) => void;
  reject: (nodeIds: number[] | null) => void;
  listed: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Received files, of which some can be chosen. */
export function ReceivedList({ appId, files, busy, accept, reject, listed }: Props) {
  const { t } = useTranslation('content_actions');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // What is decided is chosen no more.
  const some = files.filter(({ node_id }) => chosen.has(node_id)).map(({ node_id }) => node_id);
  const ids = some.length > 0 ? some : null;
  const toggle = (nodeId: number) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(nodeId)) after.add(nodeId);
      return after;
    });
  return (
    <>
      <p className={classes['lead']}>{t('received.how')}</p>
      <div className={classes['bar']}>
        <Checkbox
          label={ids ? t('received.chosen', { count: some.length }) : t('received.choose_all')}
          checked={some.length === files.length}
          indeterminate={ids !== null && some.length < files.length}
          onChange={() => setChosen(ids ? new Set() : new Set(files.map(({ node_id }) => node_id)))}
        />
        <div className={classes['acts']}>
          <Button variant="default" disabled={busy} onClick={() => reject(ids)}>
            {t(ids ? 'received.reject_chosen' : 'received.reject_all')}
          </Button>
          <Button loading={busy} onClick={() => accept(ids)}>
            {t(ids ? 'received.accept_chosen' : 'received.accept_all')}
          </Button>
        </div>
      </div>
      <ul className={classes['files']} aria-label={t('received.list')}>
        {files.map((file) => (
          <ReceivedRow
            key={file.node_id}
            appId={appId}
            file={file}
            chosen={chosen.has(file.node_id)}
            busy={busy}
            toggle={() => toggle(file.node_id)}
            accept={() => accept([file.node_id])}
            reject={() => reject([file.node_id])}
          />
        ))}
      </ul>
      {listed.hasNextPage && (
        <Button
          variant="default"
          mt={12}
          loading={listed.isFetchingNextPage}
          onClick={() => void listed.fetchNextPage()}
        >
          {t('received.more')}
        </Button>
      )}
    </>
  );
}
