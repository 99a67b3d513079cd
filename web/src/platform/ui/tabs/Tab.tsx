import type { Icon } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import classes from './Tab.module.css';

type Words = { icon: Icon; label: string };

/** A tab at the foot of a phone that leads to a screen: an item of its list. */
export function TabLink({ href, icon: Drawing, label }: Words & { href: string }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const here = pathname === href.split('?', 1)[0];
  return (
    <li className={classes['place']}>
      <Link
        to={href}
        className={classes['tab'] ?? ''}
        data-active={here || undefined}
        activeOptions={{ exact: true }}
        aria-current={here ? 'page' : undefined}
      >
        <Drawing size={24} stroke={1.7} aria-hidden />
        <span>{label}</span>
      </Link>
    </li>
  );
}

type ButtonProps = Words & {
  onClick: () => void;
  /** Whether what it shows is open; without it, the tab starts something: it is the green one, without words. */
  expanded?: boolean;
};

/** A tab that shows or starts something on the same screen. */
export function TabButton({ icon: Drawing, label, onClick, expanded }: ButtonProps) {
  const starts = expanded === undefined;
  return (
    <li className={classes['place']}>
      <button
        type="button"
        className={starts ? classes['start'] : classes['tab']}
        data-active={expanded || undefined}
        aria-expanded={expanded}
        aria-label={starts ? label : undefined}
        onClick={onClick}
      >
        <Drawing size={24} stroke={starts ? 2 : 1.7} aria-hidden />
        {!starts && <span>{label}</span>}
      </button>
    </li>
  );
}
