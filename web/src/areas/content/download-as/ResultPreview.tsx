import { useTranslation } from 'react-i18next';
import { placeholderUrl } from '../entry/placeholder';
import { usePictures } from '../entry/use-pictures';
import type { Entry } from '../queries';
import { type Look, type Outcome, outcomeOf, type Source } from './look';
import classes from './ResultPreview.module.css';
import { useLookWords } from './use-look-words';

/** The largest picture of the dialog, in CSS pixels. */
const FRAME = { width: 300, height: 300, fit: 'contain' } as const;

type Props = { appId: number; file: Entry; look: Look | null; source: Source | null };

/** The picture as it will be cut or framed, and how many pixels it will have. */
export function ResultPreview({ appId, file, look, source }: Props) {
  const { t } = useTranslation('content_actions');
  const { pixels, format } = useLookWords();
  const shown = usePictures(appId)(file, FRAME);
  const colours = placeholderUrl(file.preview.placeholder);
  const outcome = look === null || source === null ? null : outcomeOf(look, source);
  const shape = outcome ?? source ?? { width: 4, height: 3 };
  return (
    <div className={classes['shown']}>
      <div className={classes['stage']}>
        <div
          className={classes['result']}
          data-cover={look?.fit === 'cover' || undefined}
          style={{
            aspectRatio: `${shape.width} / ${shape.height}`,
            width: `min(100%, ${(FRAME.height * shape.width) / shape.height}px)`,
            ...(outcome?.inner && { background: look?.background ?? '#ffffff' }),
            ...(!outcome?.inner && colours !== null && { backgroundImage: `url(${colours})` }),
          }}
        >
          {shown && <img {...shown} alt={t('downloadAs.preview')} draggable={false} style={innerSize(outcome)} />}
        </div>
      </div>
      <div className={classes['words']} role="status">
        {look === null && t('downloadAs.asItIs')}
        {look !== null && (
          <>
            <strong>{pixels(outcome ?? look)}</strong> · {format(look.format)}
            {outcome && isSmaller(look, outcome) && (
              <span className={classes['hint']}>{t('downloadAs.notLarger')}</span>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Within a margin, the picture has its part of the frame. */
function innerSize(outcome: Outcome | null) {
  if (outcome?.inner == null) return {};
  const { width, height, inner } = outcome;
  return { width: `${(100 * inner.width) / width}%`, height: `${(100 * inner.height) / height}%` };
}

/** The picture has fewer pixels than were wanted. */
function isSmaller(look: Look, { width, height, inner }: Outcome): boolean {
  const made = inner ?? { width, height };
  const less = (wanted: number | null, has: number) => wanted !== null && has < wanted - 1;
  return less(look.width, made.width) && less(look.height, made.height);
}
