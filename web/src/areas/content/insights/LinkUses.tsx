import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../Skeleton';
import { CsvLink } from './CsvLink';
import classes from './EntryLine.module.css';
import { exportUrl, linkUsesQuery, type Period } from './insights-queries';
import { PartError } from './PartError';
import { Section } from './Section';

/** The share links that are used most, whoever made them. */
export function LinkUses({ appId, nodeId, period }: { appId: number; nodeId: number; period: Period }) {
  const { t } = useTranslation('content_panel');
  const { data, isPending, isError, refetch } = useQuery(linkUsesQuery(appId, nodeId, period));
  const items = data?.items ?? [];
  const title = t('insights.links.title');
  return (
    <Section
      title={title}
      action={items.length > 0 && <CsvLink href={exportUrl(appId, nodeId, 'links', { period })} of={title} />}
    >
      {isPending && <Skeleton height={120} radius="md" />}
      {isError && !data && <PartError retry={() => void refetch()} />}
      {data && items.length === 0 && <p className={classes['empty']}>{t('insights.links.none')}</p>}
      {items.length > 0 && (
        <ol className={classes['list']} aria-label={title}>
          {items.map((link) => {
            const Drawing = link.is_over ? IconLinkOff : IconLink;
            const shown = link.entry?.name;
            const facts = [
              link.label === null ? undefined : shown,
              link.made_by && t('insights.links.by', { name: link.made_by }),
              link.is_over && t('insights.links.over'),
            ];
            return (
              <li key={link.link_id} className={classes['line']}>
                <span className={classes['picture']}>
                  <Drawing size={20} stroke={1.7} aria-hidden />
                </span>
                <span className={classes['words']}>
                  <span className={classes['title']} dir="auto">
                    {link.label ?? shown ?? t('insights.links.unnamed')}
                  </span>
                  <span className={classes['facts']}>{facts.filter(Boolean).join(' · ')}</span>
                </span>
                <span className={classes['number']}>
                  {t('insights.count.visits', { count: link.visits })}
                  <br />
                  {t('insights.count.downloads', { count: link.downloads })}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}
