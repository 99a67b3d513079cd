import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import classes from './ReceivedNote.module.css';
import { receivedHash } from './received-hash';
import { receivedCountQuery } from './received-queries';

const ReceivedDialog = later(() => import('./ReceivedDialog'), 'ReceivedDialog');

type Props = { appId: number; folder: { nodeId: number; name: string } };

/** Says that files wait that visitors of links have sent to the folder, and opens them. */
export function ReceivedNote({ appId, folder }: Props) {
  const { t } = useTranslation('content_actions');
  const navigate = useNavigate();
  const opened = useLocation({ select: ({ hash }) => hash === receivedHash });
  const count = useQuery(receivedCountQuery(appId, folder.nodeId)).data?.count ?? 0;
  const go = (hash: string) =>
    void navigate({ to: '.', search: (now) => now, hash, replace: true, resetScroll: false });
  return (
    <>
      {count > 0 && (
        <Button
          className={classes['note'] ?? ''}
          radius="xl"
          aria-haspopup="dialog"
          leftSection={<IconInbox size={18} stroke={1.7} aria-hidden />}
          onClick={() => go(receivedHash)}
        >
          {t('received.note', { count })}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <ReceivedDialog appId={appId} folder={folder} close={() => go('')} />
        </Suspense>
      )}
    </>
  );
}
