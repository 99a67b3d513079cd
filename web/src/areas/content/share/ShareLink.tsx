import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconLink } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import { LinkList } from './LinkList';
import { copyLink } from './link-copied';
import { LinkFields } from './link-fields-later';
import { bodyOf, freshOptions } from './link-options';
import { optionsInWords } from './link-words';
import { linksQuery, makeLink } from './links';
import { MOST_ENTRIES } from './most-entries';
import classes from './ShareDialog.module.css';
import { SharedNote } from './SharedNote';
import { useLinkForm } from './use-link-form';
import { ViewOnlyFields } from './ViewOnlyFields';

type Props = {
  appId: number;
  entries: readonly Entry[];
  /** What they are called together. Visitors read it as the title of a link to them, if its maker gives no other. */
  together?: string | undefined;
  /** The collection that a link to them follows. */
  collectionId?: number | undefined;
  leave: () => void;
};

/** Makes a link to entries with one click, and shows the links that there are. */
export function ShareLink({ appId, entries, together = '', collectionId, leave }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  const fields = useId();
  const [open, setOpen] = useState(false);
  /** The links that were made here, with their passwords, which the server does not tell again. */
  const [made, setMade] = useState<ReadonlyMap<number, { password: string }>>(new Map());
  const only = entries.length === 1 ? (entries[0] ?? null) : null;
  const listed = useInfiniteQuery({
    ...linksQuery(appId, only?.node_id ?? null),
    enabled: only !== null || made.size > 0,
  });
  const all = listed.data?.pages.flatMap(({ items }) => items) ?? [];
  // Those that ask for files stand where one asks for them.
  const links = all.filter(({ link_id, request }) => request === null && (only !== null || made.has(link_id)));
  const form = useLinkForm({
    from: () => ({ ...freshOptions(), label: together }),
    save: async (options) => {
      const { password, ...asked } = bodyOf(options);
      const wanted = {
        ...{ node_ids: entries.map(({ node_id }) => node_id), ...asked, ...(password && { password }) },
        ...(collectionId !== undefined && { collection_id: collectionId }),
      };
      const making = makeLink(client, appId, wanted);
      await copyLink(making.then(({ url }) => url ?? ''));
      const { link_id } = await making;
      setMade((before) => new Map([...before, [link_id, { password: password ?? '' }]]));
      setOpen(false);
      form.again();
    },
  });
  // What is wrong must be seen, also while it is corrected.
  if (!open && Object.keys(form.errors).length > 0) setOpen(true);
  const Chevron = open ? IconChevronUp : IconChevronDown;
  if (entries.length > MOST_ENTRIES)
    return <p className={classes['lead']}>{t('share.most', { most: MOST_ENTRIES })}</p>;
  return (
    <div className={classes['pane']}>
      <SharedNote entries={entries} />
      <form className={classes['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <ViewOnlyFields options={form.options} change={form.change} errors={form.errors} />
        {open && (
          <div id={fields}>
            <Suspense fallback={null}>
              <LinkFields
                options={form.options}
                change={form.change}
                errors={form.errors}
                viewing={false}
                of={entries[0] && { appId, nodeId: entries[0].node_id }}
              />
            </Suspense>
          </div>
        )}
        <div className={classes['make']}>
          <Button
            type="submit"
            data-autofocus
            leftSection={<IconLink size={18} stroke={1.7} aria-hidden />}
            loading={form.busy}
          >
            {t('link.make')}
          </Button>
          <Button
            variant="subtle"
            aria-expanded={open}
            {...(open && { 'aria-controls': fields })}
            rightSection={<Chevron size={16} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {t('link.options')}
          </Button>
        </div>
        <p className={classes['quiet']}>{optionsInWords(form.options, t, i18n.language)}</p>
        {form.refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {form.refusal}
          </p>
        )}
      </form>
      <LinkList appId={appId} title={t('link.there')} links={links} made={made} listed={listed} leave={leave} />
    </div>
  );
}
