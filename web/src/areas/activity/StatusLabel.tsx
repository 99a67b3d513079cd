import { useTranslation } from 'react-i18next';
import type { Outcome } from './action';
import classes from './StatusLabel.module.css';
import { statusLook, statusWord } from './status-words';

interface Props {
  outcome: Outcome;
  status: string;
  children?: React.ReactNode;
}

/** A status as icon, word and colour, so that any one of them suffices. */
export function StatusLabel({ outcome, status, children }: Props) {
  const { t } = useTranslation('activity_tray');
  const { icon: Icon, color } = statusLook(outcome);
  const spins = outcome === 'in_progress';
  return (
    <span className={classes['label']}>
      <span className={classes['status']} style={{ color }}>
        <Icon size={14} stroke={2} aria-hidden className={spins ? classes['spin'] : undefined} />
        <span>{statusWord(outcome, status, t)}</span>
      </span>
      {children && <span className={classes['more']}>{children}</span>}
    </span>
  );
}
