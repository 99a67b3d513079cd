/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import type { Entry } from './answers';
import classes from './ChosenBar.module.css';
import { bytesOfChosen, type Choosing, MOST_CHOSEN } from './choosing';
import { Icon } from './Icon';
import { isInDialog } from './is-in-dialog';
import { Save } from './Save';
import { mayHavePictures, type Subject } from './subject';
import { currentLanguage, say } from './texts';

type Props = { choosing: Choosing; shown: readonly Entry[] };

/** What is done with the chosen files: one is saved as it is, several as a ZIP file. */
export function ChosenBar({ choosing, shown }: Props) {
  const { chosen, end } = choosing;
  const bar = useRef<HTMLElement>(null);
  // The button that began it is gone.
  useEffect(() => bar.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => event.key === 'Escape' && !isInDialog(event) && end();
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [end]);
  const ids = [...chosen.keys()];
  const bytes = bytesOfChosen(chosen);
  const [only] = chosen.size === 1 ? chosen.values() : [];
  const size = bytes ? `, ${formatSize(bytes, dateLocale(currentLanguage()))}` : '';
  const subject: Subject =
    only?.kind === 'file'
      ? { kind: 'file', file: only }
      : {
          ...{ kind: 'archive', name: say('selection'), folder: null, nodeIds: ids },
          hasPictures: mayHavePictures(chosen.values()),
        };
  const full = chosen.size >= Math.min(shown.length, MOST_CHOSEN);
  return (
    <section class={classes['bar']} aria-label={say('selection')} ref={bar} tabIndex={-1}>
      <span class={classes['count']} role="status">
        {say('chosen', { count: chosen.size }) + size}
      </span>
      {!full && (
        <button type="button" class="button" data-look="plain" onClick={() => choosing.all(shown)}>
          {say('chooseAll')}
        </button>
      )}
      <span class={classes['acts']}>
        {ids.length > 0 && (
          <Save look="primary" subject={subject}>
            {say('download')}
          </Save>
        )}
        <button
          type="button"
          class="button"
          data-look="icon"
          aria-label={say('cancel')}
          title={say('cancel')}
          onClick={end}
        >
          <Icon name="x" />
        </button>
      </span>
    </section>
  );
}
