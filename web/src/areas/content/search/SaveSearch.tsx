import { Button } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { withActionTexts } from '../../../platform/i18n/action-texts';
import { later } from '../../../platform/routing/later';
import { Menu } from '../../../platform/ui/Menu';
import { notify } from '../../../platform/ui/notify';
import classes from './SaveSearch.module.css';
import { changeSearch, removeSearch, savedSearchesQuery, saveSearch } from './saved-searches';

const NameDialog = later(() => withActionTexts(import('../entry/NameDialog')), 'NameDialog');
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
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (saved) setShown(saved.saved_search_id);
  }, [saved]);
  // The saved search from which the one that is shown was changed.
  const before = all?.find((search) => search.saved_search_id === shown);
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
    const save = () => run(() => saveSearch(client, appId, title, query));
    const button = {
      ...{ radius: 'xl', variant: 'default', classNames: parts, loading: busy, 'aria-label': t('saved.save') },
      leftSection: <IconBookmark {...item} />,
    } as const;
    const label = <span className={classes['title']}>{t('saved.save')}</span>;
    if (before === undefined) {
      return (
        <Button {...button} onClick={() => void save()}>
          {label}
        </Button>
      );
    }
    const update = async () => {
      const { saved_search_id: id, title, query: last } = before;
      await changeSearch(client, appId, id, { title, query });
      const back = () => run(() => changeSearch(client, appId, id, { title, query: last }));
      notify.success(t('saved.updated', { title }), { undo: { run: back } });
    };
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button {...button} rightSection={<IconChevronDown {...item} size={16} />}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh {...item} />} onClick={() => void run(update)}>
            {t('saved.update', { title: before.title })}
          </Menu.Item>
          <Menu.Item leftSection={<IconPlus {...item} />} onClick={() => void save()}>
            {t('saved.new')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
            of="text"
            save={(name) => changeSearch(client, appId, id, { title: name })}
            close={() => setRenames(false)}
          />
        </Suspense>
      )}
    </>
  );
}
