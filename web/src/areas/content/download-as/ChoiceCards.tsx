import { Loader } from '@mantine/core';
import { IconAdjustments, IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import classes from './ChoiceCards.module.css';
import type { Choice } from './kept-choice';
import { type Look, outcomeOf, type Preset, type Source } from './look';
import { ShapeDrawing } from './ShapeDrawing';
import { useLookWords } from './use-look-words';

interface Props {
  /** Bytes of the file; null: there are several. */
  size: number | null;
  source: Source | null;
  presets: readonly Preset[];
  pending: boolean;
  choice: Choice;
  choose: (choice: Choice) => void;
}

/** The file as it is, the named sizes of the organisation, each with its shape, and a size of one's own. */
export function ChoiceCards({ size, source, presets, pending, choice, choose }: Props) {
  const { t, i18n } = useTranslation(['content_actions', 'content']);
  const { pixels, format } = useLookWords();
  const icon = { size: 24, stroke: 1.5, 'aria-hidden': true } as const;
  const made = (look: Look) => (source === null ? look : outcomeOf(look, source));
  return (
    <div className={classes['cards']} role="radiogroup" aria-label={t('downloadAs.choices')}>
      <Card
        title={t('downloadAs.original')}
        note={[source && !source.scales && pixels(source), size !== null && formatSize(size, i18n.language)]}
        checked={choice.kind === 'original'}
        choose={() => choose({ kind: 'original' })}
      >
        <IconPhoto {...icon} />
      </Card>
      {presets.map((preset) => (
        <Card
          key={preset.preset_id}
          title={preset.name}
          note={[pixels(made(preset)), format(preset.format)]}
          checked={choice.kind === 'preset' && choice.presetId === preset.preset_id}
          choose={() => choose({ kind: 'preset', presetId: preset.preset_id })}
        >
          <ShapeDrawing {...made(preset)} />
        </Card>
      ))}
      <Card
        title={t('downloadAs.own')}
        note={[t('downloadAs.ownHow')]}
        checked={choice.kind === 'own'}
        choose={() => choose({ kind: 'own' })}
      >
        <IconAdjustments {...icon} />
      </Card>
      {pending && <Loader size={18} className={classes['waiting'] ?? ''} />}
    </div>
  );
}

type CardProps = {
  title: string;
  note: readonly (string | null | false)[];
  checked: boolean;
  choose: () => void;
  children: ReactNode;
};

function Card({ title, note, checked, choose, children }: CardProps) {
  return (
    <label className={classes['card']}>
      <input
        type="radio"
        name="download-as"
        checked={checked}
        onChange={choose}
        data-autofocus={checked || undefined}
      />
      <span className={classes['drawing']}>{children}</span>
      <span className={classes['words']}>
        <span className={classes['title']} title={title}>
          {title}
        </span>
        <span className={classes['note']}>{note.filter(Boolean).join(', ')}</span>
      </span>
    </label>
  );
}
