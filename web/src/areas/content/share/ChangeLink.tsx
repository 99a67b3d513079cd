import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../platform/ui/notify';
import classes from './LinkRow.module.css';
import { LinkFields } from './link-fields-later';
import { changesOf, optionsOf } from './link-options';
import { changeLink, type ShareLink } from './links';
import { useLinkForm } from './use-link-form';

type Props = { appId: number; link: ShareLink; close: () => void };

/** Changes what a link asks and allows; its address stays. */
export function ChangeLink({ appId, link, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const client = useQueryClient();
  const kept = link.has_password;
  const form = useLinkForm({
    from: () => optionsOf(link),
    kept,
    save: async (options, before) => {
      await changeLink(client, appId, link, changesOf(before, options));
      notify.success(t('link.changed'));
      close();
    },
  });
  return (
    <form className={classes['change']} onSubmit={(event) => void form.submit(event)} noValidate>
      <LinkFields options={form.options} change={form.change} errors={form.errors} kept={kept} />
      {form.refusal !== null && (
        <p role="alert" className={classes['refusal']}>
          {form.refusal}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={close}>
          {t('content:cancel')}
        </Button>
        <Button type="submit" loading={form.busy}>
          {t('link.save')}
        </Button>
      </div>
    </form>
  );
}
