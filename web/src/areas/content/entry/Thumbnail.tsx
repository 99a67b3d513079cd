import { Loader } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries';
import { isTransparent, placeholderUrl } from './placeholder';
import classes from './Thumbnail.module.css';
import { useEntryType } from './use-entry-type';
import { usePictures } from './use-pictures';

interface Props {
  appId: number;
  entry: Entry;
  size?: 256 | 1280;
  fit?: 'cover' | 'contain';
  iconSize?: number;
  /** Without text, for a picture that is too small for it. */
  bare?: boolean;
  /** Why there is no picture, if it is known. */
  why?: ReactNode;
}

/** A file's picture in any state: blurred colours, the preview, in progress, failed, or its type's icon. */
export function Thumbnail({ appId, entry, size = 256, fit = 'cover', iconSize = 32, bare = false, why }: Props) {
  const { t } = useTranslation('content');
  const picture = usePictures(appId)(entry, size);
  const src = picture?.src ?? null;
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const blurred = placeholderUrl(entry.preview.placeholder);
  const { icon: Icon, scene = false } = useEntryType(entry);
  const showsImage = src !== null && broken !== src;
  const transparent = showsImage && isTransparent(entry.preview.placeholder);
  return (
    <div
      className={classes['frame']}
      data-fit={transparent ? 'contain' : fit}
      data-pages={!scene || undefined}
      data-transparent={transparent || undefined}
    >
      {blurred && showsImage && loaded !== src && (
        <img className={classes['blurred']} src={blurred} alt="" aria-hidden />
      )}
      {showsImage && (
        <img
          {...picture}
          className={classes['image']}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded === src || undefined}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0 && loaded !== src) setLoaded(src);
          }}
          onLoad={() => setLoaded(src)}
          onError={() => setBroken(src)}
        />
      )}
      {entry.preview.status === 'generating_preview' && (
        <span className={classes['state']}>
          <Loader size={20} color="gray" aria-hidden />
          {!bare && <span>{t('preview.generating')}</span>}
        </span>
      )}
      {entry.preview.status === 'error' && (
        <span className={classes['state']}>
          <IconPhotoOff size={iconSize} stroke={1.5} aria-hidden />
          {!bare && (why ?? <span>{t(entry.size === 0 ? 'preview.empty' : 'preview.error')}</span>)}
        </span>
      )}
      {!showsImage && entry.preview.status !== 'generating_preview' && entry.preview.status !== 'error' && (
        <span className={classes['state']}>
          <Icon size={iconSize} stroke={1.5} aria-hidden />
          {why}
        </span>
      )}
    </div>
  );
}
