import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type PropsWithChildren, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './HomeSection.module.css';

type Props = PropsWithChildren<{
  title: string;
  appId: number;
  /** How many there are; with `more`, so many at least. */
  count?: number;
  more?: boolean;
  /** The screen with all of it. */
  all?: `/content/$appId/${'recents' | 'latest' | 'shared' | 'favourites' | 'reviews'}`;
}>;

/** A part of home: its title, how much there is of it, the way to all of it, and what it shows. */
export function HomeSection({ title, appId, count, more = false, all, children }: Props) {
  const { t, i18n } = useTranslation('content_home');
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <header className={classes['header']}>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        {count !== undefined && (
          <span className={classes['count']}>
            {count.toLocaleString(i18n.language)}
            {more && '+'}
          </span>
        )}
        {all && (
          <Link to={all} params={{ appId }} className={classes['all'] ?? ''} aria-label={t('allOf', { title })}>
            {t('all')}
            <IconChevronRight size={16} stroke={1.7} aria-hidden />
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
