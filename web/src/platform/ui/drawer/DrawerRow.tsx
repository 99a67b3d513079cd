import type { Icon } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Hint } from '../Hint';
import classes from './DrawerRow.module.css';

interface Props {
  href: string;
  icon: Icon;
  label: string;
  mini: boolean;
  /** Null: none is shown. */
  count?: number | null;
  /** Whether it is the place that one is at; by default: the address is its own. */
  active?: boolean;
}

/** A place in the drawer: an item of its list. */
export function DrawerRow({ href, icon: Drawing, label, mini, count = null, active }: Props) {
  const { i18n } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const here = active ?? pathname === href.split('?', 1)[0];
  return (
    <li>
      <Hint label={label} side="right" disabled={!mini} delayMs={100}>
        <Link
          to={href}
          className={classes['row'] ?? ''}
          data-active={here || undefined}
          data-mini={mini || undefined}
          activeOptions={{ exact: true }}
          aria-current={here ? 'page' : undefined}
          aria-label={mini ? label : undefined}
        >
          <Drawing size={20} stroke={1.7} aria-hidden />
          {!mini && <span className={classes['label']}>{label}</span>}
          {!mini && count !== null && <span className={classes['count']}>{count.toLocaleString(i18n.language)}</span>}
        </Link>
      </Hint>
    </li>
  );
}
