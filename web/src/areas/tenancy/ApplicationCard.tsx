import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ApplicationKind } from '../../platform/registry/area';
import type { Application } from '../../platform/session/account';
import classes from './ApplicationCard.module.css';

type Props = { application: Application; kind: ApplicationKind };

export function ApplicationCard({ application, kind }: Props) {
  const Drawing = kind.icon;
  return (
    <Link to={kind.home(application.application_instance_id)} className={classes['card'] ?? ''}>
      <span className={classes['icon']}>
        <Drawing size={24} stroke={1.6} aria-hidden />
      </span>
      <span className={classes['words']}>
        <span className={classes['title']}>{application.application_instance_title}</span>
        <span className={classes['about']}>{kind.about()}</span>
      </span>
      <IconArrowRight className={classes['arrow']} size={20} stroke={1.7} aria-hidden />
    </Link>
  );
}
