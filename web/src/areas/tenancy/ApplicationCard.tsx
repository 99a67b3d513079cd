import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../platform/session/account';
import classes from './ApplicationCard.module.css';
import { applicationKind, otherIcon } from './application-kind';

type Props = { application: Application; href: string };

export function ApplicationCard({ application, href }: Props) {
  const { t } = useTranslation('shell');
  const Drawing = applicationKind(application.application_key)?.icon ?? otherIcon;
  const about: Readonly<Record<string, string>> = {
    content: t('home.about_content'),
    cdp: t('home.about_cdp'),
    ai_workforce: t('home.about_ai_workforce'),
  };
  return (
    <Link to={href} className={classes['card'] ?? ''}>
      <span className={classes['icon']}>
        <Drawing size={24} stroke={1.6} aria-hidden />
      </span>
      <span className={classes['words']}>
        <span className={classes['title']}>{application.application_instance_title}</span>
        <span className={classes['about']}>{about[application.application_key]}</span>
      </span>
      <IconArrowRight className={classes['arrow']} size={20} stroke={1.7} aria-hidden />
    </Link>
  );
}
