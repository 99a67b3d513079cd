import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useApplications } from '../../../platform/session/use-session';
import { uploadGroupsQuery } from '../../../platform/uploads/upload-groups-query';
import { hits } from '../browser/use-entry-list';
import { ContinueStrip } from './ContinueStrip';
import { FavouriteStrip } from './FavouriteStrip';
import classes from './HomeStrips.module.css';
import { favouritesQuery, newFilesQuery, recentsQuery, sharedQuery, waitingReviewsQuery } from './home-queries';
import { NewStrip } from './NewStrip';
import { SharedStrip } from './SharedStrip';
import { StripsSkeleton } from './StripsSkeleton';
import { WaitingStrip } from './waiting-later';

/** The most entries of “Continue”; its screen has all. */
const MOST = 8;
const MOST_UNFINISHED = 2;

/** What home shows of the library: what waits for the user, where they were, what is new there, what they were given, and what they like. */
export function HomeStrips() {
  const library = useApplications().find((application) => application.application_key === 'content');
  return library === undefined ? null : <Strips appId={library.application_instance_id} />;
}

function Strips({ appId }: { appId: number }) {
  const waits = useInfiniteQuery(waitingReviewsQuery(appId));
  const recents = useInfiniteQuery(recentsQuery(appId));
  const newFiles = useQuery(newFilesQuery(appId));
  const shared = useInfiniteQuery(sharedQuery(appId));
  const favourites = useInfiniteQuery(favouritesQuery(appId));
  // It comes by itself when it is known: nothing waits for it.
  const unfinished = useQuery(uploadGroupsQuery(appId)).data?.items ?? [];
  if ([waits, recents, newFiles, shared, favourites].some((asked) => asked.isLoading)) return <StripsSkeleton />;
  const now = Math.floor(Date.now() / 1000);
  const [opened, files] = [hits(recents.data).slice(0, MOST), newFiles.data ?? []];
  const [given, liked, waiting] = [hits(shared.data), hits(favourites.data), hits(waits.data)];
  const failed = unfinished.filter((group) => group.failed > 0).slice(0, MOST_UNFINISHED);
  const shown = [waiting, failed, opened, files, given, liked];
  if (shown.every((strip) => strip.length === 0)) return null;
  return (
    <div className={classes['strips']}>
      {waiting.length > 0 && (
        <Suspense fallback={null}>
          <WaitingStrip appId={appId} reviews={waiting} more={waits.hasNextPage} />
        </Suspense>
      )}
      {failed.length + opened.length > 0 && (
        <ContinueStrip appId={appId} recents={opened} unfinished={failed} now={now} />
      )}
      {files.length > 0 && <NewStrip appId={appId} files={files} now={now} />}
      {given.length + liked.length > 0 && (
        <div className={classes['columns']} data-both={(given.length > 0 && liked.length > 0) || undefined}>
          {given.length > 0 && <SharedStrip appId={appId} shared={given} more={shared.hasNextPage} />}
          {liked.length > 0 && <FavouriteStrip appId={appId} favourites={liked} more={favourites.hasNextPage} />}
        </div>
      )}
    </div>
  );
}
