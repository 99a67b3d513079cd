import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFileUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkList } from './LinkList';
import { copyLink } from './link-copied';
import { LinkFields } from './link-fields-later';
import { bodyOf, freshOptions } from './link-options';
import { optionsInWords } from './link-words';
import { linksQuery, makeLink } from './links';
import { RequestWords } from './RequestWords';
import { freshRequest } from './request-options';
import classes from './ShareDialog.module.css';
import { useLinkForm } from './use-link-form';

type Props = { appId: number; folder: { nodeId: number; name: string }; leave: () => void };

const fresh = () => ({ ...freshOptions(), request: freshRequest() });

/** Makes a link by which people without an account send files to a folder, and shows those that there are. */
export function AskForFiles({ appId, folder, leave }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  const fields = useId();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<ReadonlyMap<number, { password: string }>>(new Map());
  const listed = useInfiniteQuery(linksQuery(appId, folder.nodeId));
  const all = listed.data?.pages.flatMap(({ items }) => items) ?? [];
  const form = useLinkForm({
    from: fresh,
    save: async (options) => {
      const { password, ...asked } = bodyOf(options);
      const making = makeLink(client, appId, { node_ids: [folder.nodeId], ...asked, ...(password && { password }) });
      await copyLink(making.then(({ url }) => url ?? ''));
      const { link_id } = await making;
      setMade((before) => new Map([...before, [link_id, { password: password ?? '' }]]));
      setOpen(false);
      form.again();
    },
  });
  const { options, change, errors } = form;
  // What is wrong must be seen, also while it is corrected.
  if (!open && Object.keys(errors).some((field) => field !== 'label' && field !== 'message')) setOpen(true);
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes['pane']}>
      <p className={classes['lead']}>{t('request.how', { name: folder.name })}</p>
      <form className={classes['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        {options.request !== null && <RequestWords {...{ options, change, errors }} request={options.request} />}
        {open && (
          <div id={fields}>
            <Suspense fallback={null}>
              <LinkFields options={options} change={change} errors={errors} words={false} />
            </Suspense>
          </div>
        )}
        <div className={classes['make']}>
          <Button type="submit" leftSection={<IconFileUpload size={18} stroke={1.7} aria-hidden />} loading={form.busy}>
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
        <p className={classes['quiet']}>{optionsInWords(options, t, i18n.language)}</p>
        {form.refusal !== null && (
          <p role="alert" className={classes['refusal']}>
            {form.refusal}
          </p>
        )}
      </form>
      <LinkList
        appId={appId}
        title={t('request.there')}
        links={all.filter(({ request }) => request !== null)}
        made={made}
        listed={listed}
        leave={leave}
      />
    </div>
  );
}
