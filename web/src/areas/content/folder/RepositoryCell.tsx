import { Suspense } from 'react';
import { FavouriteStar } from '../favourites/FavouriteStar';
import type { Repository } from '../queries';
import classes from './LibraryPage.module.css';
import { usePointerPlace } from './pointer-place';
import { RepositoryCard } from './RepositoryCard';
import { RepositoryMenu } from './RepositoryMenu';
import { RepositoryPointerMenu } from './repository-menu-later';

/** The card of a repository with its star, and its menu, which a right click opens at the pointer. */
export function RepositoryCell({ appId, repository }: { appId: number; repository: Repository }) {
  const { place, show, close } = usePointerPlace();
  const { node_id, title: name, role } = repository;
  const known = { node_id, name, role };
  return (
    <li className={classes['cell']}>
      <RepositoryCard appId={appId} repository={repository} showMenu={role === null ? undefined : show} />
      {role !== null && (
        <span className={classes['star']}>
          <FavouriteStar appId={appId} entry={known} />
        </span>
      )}
      {role !== null && <RepositoryMenu appId={appId} repository={known} />}
      {place && (
        <Suspense fallback={null}>
          <RepositoryPointerMenu appId={appId} repository={known} place={place} close={close} />
        </Suspense>
      )}
    </li>
  );
}
