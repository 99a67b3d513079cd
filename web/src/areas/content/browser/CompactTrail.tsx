import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { later } from '../../../platform/routing/later';
import { OnUse } from '../../../platform/ui/OnUse';
import classes from './Breadcrumb.module.css';
import { type Ancestor, type Crumb, trail } from './breadcrumb-trail';

const FoldedCrumbs = later(() => import('./FoldedCrumbs'), 'FoldedCrumbs');

/**
 * The path before a name that stays while the list scrolls: all but the folder above in a menu. It is for the pointer:
 * the keyboard and assistive technology have the whole path above it.
 */
export function CompactTrail({ appId, ancestors }: { appId: number; ancestors: readonly Ancestor[] }) {
  const { t } = useTranslation('content');
  const crumbs = trail(ancestors);
  const above = crumbs.at(-1);
  const away: readonly Crumb[] = above?.kind === 'link' ? crumbs.slice(0, -1) : crumbs;
  const separator = <IconChevronRight size={14} className={classes['separator']} />;
  const more = (
    <UnstyledButton className={classes['more'] ?? ''} tabIndex={-1}>
      ⋯
    </UnstyledButton>
  );
  return (
    <span className={classes['compact']} aria-hidden>
      <OnUse target={more} prefetch={FoldedCrumbs.prefetch}>
        <FoldedCrumbs target={more} appId={appId} crumbs={away} root={t('library.title')} />
      </OnUse>
      {separator}
      {above?.kind === 'link' && (
        <>
          <Link
            to="/content/$appId/navigation/$parentId"
            params={{ appId, parentId: above.nodeId }}
            className={classes['link']}
            dir="auto"
            tabIndex={-1}
          >
            {above.name}
          </Link>
          {separator}
        </>
      )}
    </span>
  );
}
