import { IconLibraryPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { coverQuery } from '../covers/cover-queries';
import { isTransparent, placeholderUrl } from '../entry/placeholder';
import { usePictures } from '../entry/use-pictures';
import { CustomIcon } from '../icons/custom-icon-later';
import classes from './FolderTree.module.css';

const FRAME = { width: 20, height: 20, fit: 'cover' } as const;

/** A repository's own icon, or the first picture of its cover, as small as an icon. */
export function RepositoryCover({ appId, nodeId }: { appId: number; nodeId: number }) {
  const { data, isError } = useQuery(coverQuery(appId, nodeId));
  const pictureOf = usePictures(appId);
  const [loaded, setLoaded] = useState<string | null>(null);
  const first = data?.pictures[0];
  if (data && data.icon !== null) {
    return (
      <span className={classes['own']}>
        <Suspense fallback={null}>
          <CustomIcon {...{ appId, nodeId }} icon={data.icon} size={20} sign={IconLibraryPhoto} />
        </Suspense>
      </span>
    );
  }
  if (isError || data?.pictures.length === 0) {
    return <IconLibraryPhoto size={18} stroke={1.7} className={classes['icon'] ?? ''} aria-hidden />;
  }
  const picture = first && pictureOf(first, FRAME);
  const placeholder = first?.preview.placeholder ?? null;
  const colours = placeholderUrl(placeholder);
  const bare = loaded === picture?.src && isTransparent(placeholder);
  return (
    <span className={classes['cover']} style={colours === null || bare ? {} : { backgroundImage: `url(${colours})` }}>
      {picture && <img {...picture} alt="" decoding="async" draggable={false} onLoad={() => setLoaded(picture.src)} />}
    </span>
  );
}
