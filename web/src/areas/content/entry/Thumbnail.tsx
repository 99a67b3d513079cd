import { IconPhotoOff } from '@tabler/icons-react';
import { type ReactNode, Suspense, type SyntheticEvent, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, whenReached } from '../../../platform/api/connection';
import { UploadsContext } from '../../../platform/uploads/uploads-context';
import { CustomIcon } from '../icons/custom-icon-later';
import { iconOf } from '../icons/icon-of';
import type { Entry } from '../queries';
import { ownSize } from './card-frame';
import { isTransparent, placeholderUrl } from './placeholder';
import { failureWords } from './preview-reasons';
import type { Frame } from './rendition-sizes';
import classes from './Thumbnail.module.css';
import { useEntryType } from './use-entry-type';
import { usePictures } from './use-pictures';

interface Props {
  appId: number;
  entry: Pick<Entry, 'node_id' | 'entry_type' | 'icon' | 'preview' | 'size'>;
  frame: Frame;
  iconSize?: number;
  /** Without text, for a picture that is too small for it. */
  bare?: boolean;
  /** Why there is no picture, if it is known. */
  why?: ReactNode;
  /** The file itself, whatever icon somebody gave it. */
  itself?: boolean;
}

const SWEEP_MS = 2400;

/** Pictures that begin to wait at different times shimmer in step. */
function inStep(shimmer: HTMLElement | null): void {
  if (shimmer) shimmer.style.animationDelay = `${-(performance.now() % SWEEP_MS)}ms`;
}

/** The browser cannot show what was uploaded: without a sign of that, the server's picture is awaited. */
function hide({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.style.display = 'none';
}

/** A file's own icon, or its picture in any state: blurred colours, the preview, in progress, failed, or its type's icon. */
export function Thumbnail({ itself = false, ...props }: Props) {
  const { appId, entry, frame } = props;
  const icon = itself ? null : iconOf(entry);
  const { icon: sign } = useEntryType(entry);
  if (icon === null) return <Picture {...props} />;
  const size = frame === 'window' ? 384 : Math.min(frame.width, frame.height);
  return (
    <div className={classes['frame']}>
      <Suspense fallback={null}>
        <CustomIcon {...{ appId, icon, size, sign }} nodeId={entry.node_id} />
      </Suspense>
    </div>
  );
}

function Picture({ appId, entry, frame, iconSize = 32, bare = false, why }: Omit<Props, 'itself'>) {
  const { t, i18n } = useTranslation('content');
  const { status, placeholder } = entry.preview;
  const [direct, setDirect] = useState(false);
  const shown = direct ? { ...entry, preview: { ...entry.preview, cached: null } } : entry;
  const picture = usePictures(appId)(shown, frame);
  const src = picture?.src ?? null;
  const [loaded, setLoaded] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  // It is being drawn again, and has the same address afterwards.
  if (status !== 'ready' && broken !== null) setBroken(null);
  const blurred = placeholderUrl(placeholder);
  const { icon: Icon, scene = false } = useEntryType(entry);
  // An empty file is whole: only its picture cannot be.
  const Lack = entry.size === 0 ? Icon : IconPhotoOff;
  const showsImage = src !== null && broken !== src;
  const waits = status === 'generating_preview';
  const own = use(UploadsContext)?.uploads.pictureOf(entry.node_id, entry.size) ?? null;
  const transparent = showsImage && isTransparent(placeholder);
  const fit = frame === 'window' ? 'contain' : frame.fit;
  const small = showsImage ? ownSize(entry.preview, frame) : null;
  const size = small && { maxWidth: small.width, maxHeight: small.height };
  return (
    <div
      className={classes['frame']}
      data-fit={transparent ? 'contain' : fit}
      data-pages={!scene || undefined}
      data-transparent={transparent || undefined}
      data-small={small !== null || undefined}
    >
      {own && !transparent && (waits || showsImage) && (
        <img
          className={classes['own']}
          {...(size && { style: size })}
          src={own}
          alt=""
          decoding="sync"
          draggable={false}
          aria-hidden
          onError={hide}
        />
      )}
      {blurred && !own && (waits || (showsImage && loaded !== src)) && (
        <img className={classes['blurred']} {...(size && { style: size })} src={blurred} alt="" aria-hidden />
      )}
      {showsImage && (
        <img
          {...picture}
          {...(size && { style: size })}
          className={classes['image']}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded === src || undefined}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0 && loaded !== src) setLoaded(src);
          }}
          onLoad={() => setLoaded(src)}
          onError={() => {
            // The cache may be away, or not know the picture: the server has it.
            if (shown.preview.cached) return setDirect(true);
            setBroken(src);
            // Nothing is wrong with a picture that could not be sent: it is loaded once the server is back.
            void ask().then(async (answers) => {
              if (answers) return;
              await whenReached();
              setBroken(null);
            });
          }}
        />
      )}
      {waits && !own && <span className={classes['shimmer']} ref={inStep} aria-hidden />}
      {waits && !bare && (
        <span className={fit === 'contain' ? classes['state'] : classes['unseen']}>{t('preview.generating')}</span>
      )}
      {status === 'error' && (
        <span className={classes['state']}>
          <Lack size={iconSize} stroke={1.5} aria-hidden />
          {!bare && (why ?? <span>{failureWords(entry, t, i18n.language)}</span>)}
        </span>
      )}
      {!showsImage && !waits && status !== 'error' && (
        <span className={classes['state']}>
          <Icon size={iconSize} stroke={1.5} aria-hidden />
          {why}
        </span>
      )}
    </div>
  );
}
