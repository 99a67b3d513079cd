import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later, usePrefetch } from '../../../platform/routing/later';
import { usePlaces } from '../add/use-places';
import { hits } from '../browser/use-entry-list';
import classes from './HomeHead.module.css';
import { recentsQuery } from './home-queries';
import { WithLibrary } from './WithLibrary';

const AddDialog = later(() => import('../add/AddDialog'), 'AddDialog');

/** Below the greeting: what came into the folders that the user opened. */
export function HomeNews() {
  return <WithLibrary>{(appId) => <News appId={appId} />}</WithLibrary>;
}

function News({ appId }: { appId: number }) {
  const { t, i18n } = useTranslation('content_home');
  const recents = useInfiniteQuery(recentsQuery(appId));
  if (recents.isLoading) return '\u00a0';
  const visited = hits(recents.data);
  if (visited.length === 0) return t('begin');
  const changed = visited.filter(({ node_type, new_items }) => node_type !== 'file' && new_items > 0);
  const [only, another] = changed;
  if (only === undefined) return t('lead');
  const count = changed.reduce((sum, { new_items }) => sum + new_items, 0);
  const number = count.toLocaleString(i18n.language);
  if (another === undefined) return t('newsOfOne', { count, number, name: only.name });
  return t('news', { count, number, folders: changed.length });
}

/** Beside the greeting, for who may add something. */
export function HomeUpload() {
  return <WithLibrary>{(appId) => <Upload appId={appId} />}</WithLibrary>;
}

function Upload({ appId }: { appId: number }) {
  const { t } = useTranslation('content');
  const places = usePlaces(appId) ?? [];
  const [asked, setAsked] = useState(false);
  usePrefetch(AddDialog);
  if (places.length === 0) return null;
  return (
    <>
      <Button
        className={classes['upload'] ?? ''}
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('upload')}
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <AddDialog appId={appId} open={null} places={places} action="upload_files" close={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
