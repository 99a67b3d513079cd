import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import type { WholeSelection } from '../../../platform/registry/actions';
import { ClearSearch } from '../../../platform/ui/ClearSearch';
import { heldKeysAnswerNothing } from '../../../platform/ui/held-keys';
import { Modal } from '../../../platform/ui/Modal';
import { notify } from '../../../platform/ui/notify';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import { failureOf } from '../browser/use-entry-list';
import dialog from '../dialog.module.css';
import { selectionOf } from '../entry/named-selections';
import type { Entry } from '../queries';
import classes from './AddDialog.module.css';
import { collectionCalls, collectionsQuery, refresh } from './api';
import { CollectionCover } from './CollectionCover';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
/** As AddDialog.module.css makes a cover. */
const WIDTH = 64;

/** `whole`: instead of the entries, everything that is selected, which is more than the list has loaded. */
type Props = { appId: number; entries: readonly Entry[]; whole?: WholeSelection; close: () => void };

/** Adds entries to one of the user's collections, or to a new one. */
export function AddDialog({ appId, entries, whole, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const phone = useIsPhone();
  useFocusBack();
  const [term, setTerm] = useState('');
  const [q] = useDebouncedValue(term.trim(), 200);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const listed = useInfiniteQuery({
    ...collectionsQuery(appId, { q, editable: true }),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = listed;
  const collections = data?.pages.flatMap(({ items }) => items) ?? [];
  const failure = failureOf(listed);
  const ids = entries.map(({ node_id }) => node_id);
  const count = whole?.count ?? ids.length;
  const name = entries[0]?.name ?? '1';
  const told = (added: number, title: string) => {
    if (added > 0) return t('collection.added', { count: whole === undefined ? count : added, name, title });
    // Of a whole selection, what may not be added is left out.
    return whole === undefined ? t('collection.there', { count, name, title }) : t('collection.noneAdded', { title });
  };
  const run = async (call: () => Promise<{ id: number; title: string; added: number }>) => {
    setBusy(true);
    setRefusal(null);
    try {
      const { id, title, added } = await call();
      void refresh(client, appId, id);
      close();
      const lead = {
        label: t('collection.open'),
        run: () =>
          void navigate({ to: '/content/$appId/collections/$collectionId', params: { appId, collectionId: id } }),
      };
      notify.success(told(added, title), { lead });
    } catch (error) {
      setBusy(false);
      setRefusal(isProblem(error) ? error.message : t('content:error.failed'));
    }
  };
  const calls = collectionCalls(appId);
  const create = () =>
    run(async () => {
      const words = { title: term.trim(), description: '' };
      const made = whole ? await calls.createOf(words, selectionOf(whole)) : await calls.create(words, ids);
      const { collection_id: id, title, item_count: added } = made;
      return { id, title, added: whole ? added : count };
    });
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={480}
      title={<span className={dialog['title']}>{t('collection.addTitle', { count, name })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
      {...heldKeysAnswerNothing}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (term.trim() !== '' && !busy) void create();
        }}
      >
        <TextInput
          data-autofocus
          type="search"
          leftSection={<IconSearch {...icon} />}
          label={t('collection.searchOrName')}
          maxLength={200}
          value={term}
          rightSection={term !== '' && <ClearSearch clear={() => setTerm('')} />}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <Button
          type="submit"
          mt={8}
          fullWidth
          variant="default"
          justify="flex-start"
          disabled={term.trim() === '' || busy}
          leftSection={<IconPlus {...icon} />}
        >
          <span className={classes['name']}>
            {term.trim() === '' ? t('collection.new') : t('collection.newNamed', { title: term.trim() })}
          </span>
        </Button>
      </form>
      {(refusal ?? failure) !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal ?? (isProblem(failure) ? failure.message : t('content:error.failed'))}
        </p>
      )}
      <ul className={classes['list']} aria-label={t('content:collections.title')}>
        {collections.map((one) => (
          <li key={one.collection_id}>
            <UnstyledButton
              className={classes['row'] ?? ''}
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  const { collection_id: id, title } = one;
                  const added = await (whole ? calls.addAll(id, selectionOf(whole)) : calls.add(id, ids));
                  return { id, title, added };
                })
              }
            >
              <span className={classes['cover']}>
                <CollectionCover appId={appId} covers={one.covers} width={WIDTH} />
              </span>
              <span className={classes['words']}>
                <span className={classes['name']} dir="auto">
                  {one.title}
                </span>
                <span className={classes['facts']}>{t('collection.items', { count: one.item_count })}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {data !== undefined && collections.length === 0 && (
        <p className={classes['quiet']}>{q === '' ? t('collection.none') : t('bin.noneTitle', { term: q })}</p>
      )}
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bin.more')}
        </Button>
      )}
    </Modal>
  );
}
