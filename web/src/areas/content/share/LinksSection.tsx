import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import { LinkList } from './LinkList';
import classes from './LinksSection.module.css';
import { linksQuery } from './links';
import { ShareDialog } from './share-dialog-later';

type Props = { appId: number; entry: Entry };

/** The links to an entry, beside what else is told about it. */
export function LinksSection({ appId, entry }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const [sharing, setSharing] = useState(false);
  const listed = useInfiniteQuery(linksQuery(appId, entry.node_id));
  const links = listed.data?.pages.flatMap(({ items }) => items);
  if (links === undefined) return null;
  return (
    <div className={classes['section']}>
      <LinkList appId={appId} title={t('link.links')} links={links} listed={listed} />
      {links.length === 0 && <p className={classes['quiet']}>{t('link.none')}</p>}
      <Button
        variant="default"
        leftSection={<IconUserPlus size={18} stroke={1.7} aria-hidden />}
        onClick={() => setSharing(true)}
      >
        {t('content:actions.share')}
      </Button>
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog appId={appId} entries={[entry]} close={() => setSharing(false)} />
        </Suspense>
      )}
    </div>
  );
}
