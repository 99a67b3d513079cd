import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatMoment } from '../../../platform/i18n/moments';
import { Hint } from '../../../platform/ui/Hint';
import { lockWords } from '../browser/lock-words';
import { ancestorsQuery, type EntryDetail, entryQuery } from '../queries';
import { SentBy } from '../received/sent-by-later';
import { Skeleton } from '../Skeleton';
import { useLate } from '../use-late';
import classes from './EntryFacts.module.css';
import { itemCount, pixelsOf } from './entry-facts';
import { lackWords } from './preview-reasons';
import { useEntryType } from './use-entry-type';

type Fact = { label: string; value: ReactNode };

/** Type, size, pixels, pages, dates, people, place and hash of an entry. */
export function EntryFacts({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { t, i18n } = useTranslation('content');
  const { data, isPending } = useQuery(entryQuery(appId, nodeId));
  const type = useEntryType(data ?? { entry_type: null });
  const late = useLate(isPending);
  if (!data) return late ? <Skeleton height={220} radius="md" /> : <div style={{ height: 220 }} />;
  return (
    <dl className={classes['facts']}>
      {factsOf(data, type.label(), t, i18n.language).map(({ label, value }) => (
        <div key={label} className={classes['fact']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {data.received && (
        <Suspense fallback={null}>
          <SentBy from={data.received} />
        </Suspense>
      )}
      <Place appId={appId} nodeId={nodeId} />
      {data.hash !== null && <Hash hash={data.hash} />}
    </dl>
  );
}

function factsOf(entry: EntryDetail, type: string, t: TFunction<'content'>, locale: string): Fact[] {
  const moment = (seconds: number) => formatMoment(seconds, locale);
  const pixels = pixelsOf(entry.preview);
  const lack = lackWords(entry, entry.preview_reason, t);
  const exact = new Intl.NumberFormat(locale);
  const facts: (Fact | false)[] = [
    { label: t('info.type'), value: <span title={entry.mime_type ?? undefined}>{typeOf(entry, type, t)}</span> },
    entry.size !== null && {
      label: t('info.size'),
      value: `${formatSize(entry.size, locale)} (${t('info.bytes', { count: entry.size, size: exact.format(entry.size) })})`,
    },
    entry.item_count !== null && {
      label: t('info.contains'),
      value: itemCount(entry.item_count, t, locale, entry.item_count_at_least),
    },
    pixels !== null && { label: t('info.dimensions'), value: `${pixels} px` },
    entry.pages !== null && { label: t('info.pages'), value: exact.format(entry.pages) },
    lack !== null && { label: t('preview.why.label'), value: lack },
    entry.taken_at !== null && { label: t('info.taken'), value: moment(entry.taken_at) },
    entry.locked && { label: t('info.lock'), value: lockWords(entry, t, locale) },
    { label: t('info.modified'), value: moment(entry.modified_at) },
    // Nothing more is told of what somebody else has locked.
    entry.created_at > 0 && { label: t('info.created'), value: moment(entry.created_at) },
    entry.created_by !== null && { label: t('info.by'), value: entry.created_by.name },
  ];
  return facts.filter((fact) => fact !== false);
}

function typeOf(entry: EntryDetail, word: string, t: TFunction<'content'>): string {
  if (entry.node_type === 'repository') return t('type.repository');
  if (entry.node_type === 'folder') return t('type.folder');
  return word;
}

function Place({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { t } = useTranslation('content');
  const { data } = useQuery(ancestorsQuery(appId, nodeId));
  const parent = data?.items.at(-1);
  if (!data || !parent) return null;
  const path = data.items.map((one) => one.name ?? '…').join(' / ');
  return (
    <div className={classes['fact']}>
      <dt>{t('info.location')}</dt>
      <dd>
        {parent.name === null ? (
          path
        ) : (
          <Link
            className={classes['link']}
            to="/content/$appId/navigation/$parentId"
            params={{ appId, parentId: parent.node_id }}
          >
            {path}
          </Link>
        )}
      </dd>
    </div>
  );
}

function Hash({ hash }: { hash: string }) {
  const { t } = useTranslation('content');
  return (
    <div className={classes['fact']}>
      <dt title="BLAKE3">{t('info.checksum')}</dt>
      <dd className={classes['hash']}>
        <code>{hash}</code>
        <CopyButton value={hash}>
          {({ copied, copy }) => (
            <Hint label={copied ? t('info.copied') : t('info.copy')}>
              <ActionIcon size={28} aria-label={copied ? t('info.copied') : t('info.copy')} onClick={copy}>
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Hint>
          )}
        </CopyButton>
      </dd>
    </div>
  );
}
