import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type PropsWithChildren, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './HomeSection.module.css';

type Props = PropsWithChildren<{
  title: string;
  appId: number;
  /** The screen with all of it. */
  all?: `/content/$appId/${'recents' | 'shared' | 'favourites' | 'reviews'}`;
}>;

/** A part of home: its title, the way to all of it, and what it shows. */
export function HomeSection({ title, appId, all, children }: Props) {
  const { t } = useTranslation('content_home');
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <header className={classes['header']}>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
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
