import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import { formatMoment } from '../../platform/i18n/moments';
import type { DetailTabProps } from '../../platform/registry/area';
import { useRegistry } from '../../platform/registry/registry';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './ActivityTab.module.css';
import { activityQuery } from './activity-query';
import { between, isSaid } from './between';
import { valueInWords } from './value-in-words';

/** Who did what to an entry, the latest first. */
export function ActivityTab({ appId, entry }: DetailTabProps) {
  const { t } = useTranslation('systemlog_panel');
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    activityQuery(appId, entry.node_id),
  );
  if (isError) return <p className={classes['quiet']}>{t('failed')}</p>;
  const acts = data?.pages.flatMap((page) => page.items);
  if (acts?.length === 0) return <p className={classes['quiet']}>{t('empty')}</p>;
  return (
    <>
      <ol className={classes['acts']}>
        {acts?.map((act) => (
          <Act key={act.audit_id} act={act} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Act({ act }: { act: Schema<'NodeAct'> }) {
  const { t, i18n } = useTranslation('systemlog_panel');
  const words = use(useRegistry().logWords());
  const name = act.name ?? t(act.users_id === null ? 'nobody' : 'gone');
  const led = between(act, t('unseenFolder'));
  const sentence = led === null ? undefined : words.between.get(act.what)?.(led);
  const said = { yes: t('yes'), no: t('no'), language: i18n.language };
  const value = (field: string, text: string) => (text === '' ? '—' : valueInWords(words, field, text, said));
  return (
    <li className={classes['act']}>
      <PersonAvatar name={name} src={null} size={28} />
      <div className={classes['words']}>
        <span className={classes['what']} dir="auto">
          {sentence ?? words.act(act.what)?.() ?? act.what}
        </span>
        <span className={classes['quiet']}>
          {name} · <time>{formatMoment(act.at, i18n.language)}</time>
        </span>
        {act.changes.map(
          ({ field, before, after }) =>
            before !== null &&
            after !== null &&
            before !== after &&
            !words.technical.has(field) &&
            !(sentence !== undefined && isSaid(field, act)) && (
              <span key={field} className={classes['change']} dir="auto">
                {t('change', {
                  field: words.fields.get(field)?.() ?? field,
                  before: value(field, before),
                  after: value(field, after),
                })}
              </span>
            ),
        )}
      </div>
    </li>
  );
}
