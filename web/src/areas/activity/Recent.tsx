import { useTranslation } from 'react-i18next';
import { foldAlike } from './action-groups';
import { GroupHeader } from './GroupHeader';
import classes from './Recent.module.css';
import { useActionGroups, useActionHandlers } from './use-actions';

const SHOWN = 5;

/** The newest background actions, for home. */
export function Recent() {
  const { t } = useTranslation('activity_tray');
  const groups = foldAlike(useActionGroups()).slice(0, SHOWN);
  const handlers = useActionHandlers();
  if (groups.length === 0) return null;
  return (
    <section>
      <h2 className={classes['title']}>{t('title')}</h2>
      <div className={classes['card']}>
        {groups.map((group) => (
          <GroupHeader key={group.id} group={group} handlers={handlers} />
        ))}
      </div>
    </section>
  );
}
