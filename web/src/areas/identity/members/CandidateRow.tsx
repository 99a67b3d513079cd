import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonCell } from '../../../platform/ui/table/PersonCell';
import classes from './AddMembers.module.css';
import type { Member } from './member';

type Props = { person: Member; added: boolean; ticked: boolean; tick: (chosen: boolean) => void };

/** Somebody who may be added: the whole row ticks them. */
export function CandidateRow({ person, added, ticked, tick }: Props) {
  const { t } = useTranslation('identity_settings');
  const id = useId();
  return (
    <li>
      <label htmlFor={id} className={classes['person']}>
        <span className={classes['who']}>
          <PersonCell person={person} />
          <span className={classes['company']}>{person.company_name}</span>
        </span>
        {added ? (
          <span className={classes['done']}>
            <IconCheck size={18} stroke={2} aria-hidden />
            {t('members.in')}
          </span>
        ) : (
          <input
            id={id}
            type="checkbox"
            className={classes['tick']}
            aria-label={person.name}
            checked={ticked}
            onChange={(event) => tick(event.currentTarget.checked)}
          />
        )}
      </label>
    </li>
  );
}
