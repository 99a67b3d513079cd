import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { highlight } from '../browser/highlight';
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

/**
 * Where a hit lies, and the way there: the last folder, and the first one above it that has words of the search, which are
 * marked, or else the first one.
 */
export function HitPath({ appId, hit, term, tabStop }: Props) {
  const { t } = useTranslation('content_search');
  const folder = hit.places.at(-1);
  if (folder === undefined) return null;
  // What a repository is called helps only where there is nothing else.
  const names = hit.places.length > 1 ? hit.places.slice(1) : hit.places;
  const hasWords = ({ name }: { name: string }) => highlight(name, term).some(({ hit: isHit }) => isHit);
  const above = names.slice(0, -1);
  const at = Math.max(0, above.findIndex(hasWords));
  const upper = above[at];
  const path = (
    <>
      {upper !== undefined && (
        <span className={classes['upper']}>
          {at > 0 && <span className={classes['between']}>… / </span>}
          <span className={classes['part']}>
            <Marked text={upper.name} term={term} />
          </span>
          <span className={classes['between']}>{at < above.length - 1 ? ' / … / ' : ' / '}</span>
        </span>
      )}
      <span className={classes['part']}>
        <Marked text={folder.name} term={term} />
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
