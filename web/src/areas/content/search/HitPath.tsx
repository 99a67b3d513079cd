import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Marked } from '../browser/Marked';
import type { SearchHit } from '../queries';
import classes from './HitPath.module.css';

interface Props {
  appId: number;
  hit: SearchHit;
  term: string;
  /** Whether the Tab key stops here: a grid has one stop. */
  tabStop: boolean;
}

/** Where a hit lies, and the way there: the first folder and the last one; the words of the search are marked. */
export function HitPath({ appId, hit, term, tabStop }: Props) {
  const { t } = useTranslation('content_search');
  const folder = hit.places.at(-1);
  if (folder === undefined) return null;
  // What a repository is called helps only where there is nothing else.
  const names = hit.places.length > 1 ? hit.places.slice(1) : hit.places;
  const shown = names.length > 2 ? [names[0], names.at(-1)] : names;
  const words = shown.flatMap((place) => (place ? [place.name] : []));
  const path = (
    <>
      {words.length > 1 && (
        <span className={classes['first']}>
          <Marked text={words[0] ?? ''} term={term} />
        </span>
      )}
      {words.length > 1 && <span className={classes['between']}>{names.length > 2 ? ' / … / ' : ' / '}</span>}
      <span className={classes['last']}>
        <Marked text={words.at(-1) ?? ''} term={term} />
      </span>
    </>
  );
  if (folder.node_id === null) return <span className={classes['path']}>{path}</span>;
  return (
    <Link
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: folder.node_id }}
      className={classes['path'] ?? ''}
      tabIndex={tabStop ? 0 : -1}
      title={t('goTo', { path: hit.path ?? '' })}
      // A click on the card would select it.
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {path}
    </Link>
  );
}
