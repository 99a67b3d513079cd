import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { later } from '../../../platform/routing/later';
import { notify } from '../../../platform/ui/notify';
import classes from './SaveSearch.module.css';
import { removeSearch, renameSearch, savedSearchesQuery, saveSearch } from './saved-searches';

const NameDialog = later(() => import('../entry/NameDialog'), 'NameDialog');
const parts = { root: classes['button'] ?? '', section: classes['icon'] ?? '' };
const item = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Props {
  appId: number;
  query: string;
  /** The title of a new one. */
  title: string;
}

/** Saves the search that is shown; of a saved one, its title, and the ways to change it. */
export function SaveSearch({ appId, query, title }: Props) {
  const { t } = useTranslation('content_search');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [renames, setRenames] = useState(false);
  const all = useQuery(savedSearchesQuery(appId)).data;
  const saved = all?.find((search) => search.query === query);
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    try {
      await call();
    } catch (error) {
      notify.error(isProblem(error) ? error.message : t('saved.failed'));
    } finally {
      setBusy(false);
    }
  };
  if (all === undefined) return null;
  if (saved === undefined) {
    return (
      <Button
        radius="xl"
        variant="default"
        classNames={parts}
        loading={busy}
        aria-label={t('saved.save')}
        leftSection={<IconBookmark {...item} />}
        onClick={() => void run(() => saveSearch(client, appId, title, query))}
      >
        <span className={classes['title']}>{t('saved.save')}</span>
      </Button>
    );
  }
  const { saved_search_id: id } = saved;
  const remove = async () => {
    await removeSearch(client, appId, id);
    const again = () => run(() => saveSearch(client, appId, saved.title, query));
    notify.success(t('saved.removed', { title: saved.title }), { undo: { run: again } });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            radius="xl"
            variant="default"
            classNames={parts}
            loading={busy}
            maw={260}
            leftSection={<IconBookmarkFilled {...item} color="var(--v-primary-ui)" />}
            rightSection={<IconChevronDown {...item} size={16} />}
            aria-label={t('saved.actions', { title: saved.title })}
          >
            <span className={classes['title']}>{saved.title}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...item} />} onClick={() => setRenames(true)}>
            {t('saved.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash {...item} />} onClick={() => void run(remove)}>
            {t('saved.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renames && (
        <Suspense fallback={null}>
          <NameDialog
            title={t('saved.renameTitle')}
            action={t('saved.rename')}
            name={saved.title}
            anyText
            save={(name) => renameSearch(client, appId, id, name)}
            close={() => setRenames(false)}
          />
        </Suspense>
      )}
    </>
  );
}
