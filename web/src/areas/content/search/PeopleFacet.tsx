import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import type { FacetProps } from './FacetColumn';
import classes from './PeopleFacet.module.css';
import { people, toggled } from './search-params';

/** Who brought the hits. */
export function PeopleFacet({ asked, facets, change }: FacetProps) {
  const { t } = useTranslation('content_search');
  const picked = people(asked.by);
  return (
    <ul className={classes['people']}>
      {facets.people.map(({ users_id, name, count }) => (
        <li key={users_id}>
          <button
            type="button"
            className={classes['person']}
            aria-pressed={picked.includes(users_id)}
            aria-label={t('counted', { what: name, amount: count })}
            title={t('counted', { what: name, amount: count })}
            onClick={() => change({ ...asked, by: toggled(asked.by, String(users_id)) })}
          >
            <PersonAvatar name={name} src={null} size={32} />
          </button>
        </li>
      ))}
    </ul>
  );
}
