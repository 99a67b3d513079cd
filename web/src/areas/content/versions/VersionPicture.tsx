import { useEffect, useState } from 'react';
import { Thumbnail } from '../entry/Thumbnail';
import { useEntryType } from '../entry/use-entry-type';
import type { Entry } from '../queries';
import type { Version } from './api';
import { mayHavePicture } from './kind-of-version';
import classes from './VersionPicture.module.css';
import type { VersionFiles } from './version-files';

interface Props {
  appId: number;
  entry: Entry;
  version: Version;
  files: VersionFiles;
}

const FRAME = { width: 56, height: 56, fit: 'cover' } as const;
const SIZE = 320;
/** Its picture may just be drawn: it is asked for again this much later. */
const AGAIN_MS = [3_000, 10_000, 30_000];

/** The picture of a version in the list, or the sign of its type. */
export function VersionPicture({ appId, entry, version, files }: Props) {
  if (version.is_current) {
    return (
      <span className={classes['frame']}>
        <Thumbnail appId={appId} entry={entry} frame={FRAME} iconSize={24} bare itself />
      </span>
    );
  }
  return <EarlierPicture key={version.version_id} {...{ entry, version, files }} />;
}

function EarlierPicture({ entry, version, files }: Omit<Props, 'appId'>) {
  const { icon: Icon } = useEntryType(entry);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const picture = files.picture(version, SIZE);
  const drawable = mayHavePicture(version, entry);
  const wait = failed ? AGAIN_MS[tries] : undefined;
  useEffect(() => {
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      setTries((before) => before + 1);
      setFailed(false);
    }, wait);
    return () => clearTimeout(timer);
  }, [wait]);
  const src = picture && (tries === 0 ? picture.src : `${picture.src}&v=${tries}`);
  return (
    <span className={classes['frame']}>
      {picture !== null && src !== null && drawable && !failed ? (
        <img {...picture} src={src} alt="" draggable={false} loading="lazy" onError={() => setFailed(true)} />
      ) : (
        <Icon size={24} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
