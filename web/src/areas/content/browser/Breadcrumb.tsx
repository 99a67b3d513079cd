import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { OnUse } from '../../../platform/ui/OnUse';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import classes from './Breadcrumb.module.css';
import { type Ancestor, type Crumb, folded, trail } from './breadcrumb-trail';

const FoldedCrumbs = later(() => import('./FoldedCrumbs'), 'FoldedCrumbs');

interface Props {
  appId: number;
  ancestors: readonly Ancestor[];
  here: string;
  /** A place of the library between it and here. */
  through?: ReactNode;
}

/** The path to this place: invisible ancestors are "…", and on a narrow screen the middle folds into a menu. */
export function Breadcrumb({ appId, ancestors, here, through }: Props) {
  const { t } = useTranslation('content');
  const small = useIsPhone();
  const { first, away, last } = folded(trail(ancestors), small ? 1 : 6);
  const separator = <IconChevronRight size={14} className={classes['separator']} aria-hidden />;
  const crumb = (one: Crumb, key: string) => (
    <li key={key} className={classes['crumb']}>
      {separator}
      {one.kind === 'link' ? (
        <Link
          to="/content/$appId/navigation/$parentId"
          params={{ appId, parentId: one.nodeId }}
          className={classes['link']}
          title={one.name}
          dir="auto"
          data-takes={one.nodeId}
          draggable={false}
        >
          {one.name}
        </Link>
      ) : (
        <span title={t('breadcrumb.hidden', { count: one.count })}>
          <span aria-hidden>…</span>
          <span className={classes['unseen']}>{t('breadcrumb.hidden', { count: one.count })}</span>
        </span>
      )}
    </li>
  );
  const more = (
    <UnstyledButton className={classes['more'] ?? ''} aria-label={t('breadcrumb.more')}>
      …
    </UnstyledButton>
  );
  return (
    <nav aria-label={t('breadcrumb.label')}>
      <ol className={classes['trail']}>
        <li className={classes['crumb']}>
          <Link to="/content/$appId/navigation/home" params={{ appId }} className={classes['link']}>
            {t('library.title')}
          </Link>
        </li>
        {through && (
          <li className={classes['crumb']}>
            {separator}
            {through}
          </li>
        )}
        {first.map((one, index) => crumb(one, `first ${index}`))}
        {away.length > 0 && (
          <li className={classes['crumb']}>
            {separator}
            <OnUse target={more} prefetch={FoldedCrumbs.prefetch}>
              <FoldedCrumbs target={more} appId={appId} crumbs={away} />
            </OnUse>
          </li>
        )}
        {last.map((one, index) => crumb(one, `last ${index}`))}
        <li className={classes['crumb']} aria-current="page">
          {separator}
          <span className={classes['here']} title={here} dir="auto">
            {here}
          </span>
        </li>
      </ol>
    </nav>
  );
}
