import { instanceUrl } from '../../../platform/session/instance-url';
import { useEntryType } from '../entry/use-entry-type';
import { useByteServer } from '../viewer/original';
import classes from './ReceivedPicture.module.css';
import type { ReceivedFile } from './received-queries';

const SIZE = 96;

type Props = { appId: number; file: ReceivedFile };

/** The picture of a received file, or the sign of its type. */
export function ReceivedPicture({ appId, file }: Props) {
  const { icon: Icon } = useEntryType(file);
  // A picture is where the bytes are, and is sent the same cookie.
  const bytes = useByteServer(appId)?.(`received/${file.node_id}`);
  const isThere = bytes !== undefined && file.picture === 'ready';
  return (
    <span className={classes['frame']}>
      {isThere ? (
        <img
          {...bytes}
          src={`${instanceUrl(appId)}/received/picture/${file.node_id}?size=${SIZE}`}
          alt=""
          draggable={false}
          loading="lazy"
        />
      ) : (
        <Icon size={24} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
