import { ActionIcon, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../platform/ui/Hint';
import { FitDrawing } from './FitDrawing';
import type { KeptChoice } from './kept-choice';
import { type Fit, type Format, followingSide, LONGEST_SIDE, type Look, type Source } from './look';
import classes from './OwnSize.module.css';

interface Props {
  look: Look;
  /** Width and height keep the proportion of the picture. */
  linked: boolean;
  source: Source | null;
  fault: 'sides' | 'both' | 'pixels' | null;
  change: (changes: Partial<KeptChoice>) => void;
}

/** The fields of a size of one's own. */
export function OwnSize({ look, linked, source, fault, change }: Props) {
  const { t } = useTranslation('content_actions');
  const set = (changes: Partial<Look>) => change({ own: { ...look, ...changes } });
  const type = (of: 'width' | 'height') => (typed: string | number) => {
    const value = typed === '' ? null : Number(typed);
    const other = of === 'width' ? 'height' : 'width';
    set({ [of]: value, ...(linked && source && { [other]: followingSide(value, of, source) }) });
  };
  const setFit = (fit: Fit) =>
    set({ fit, ...(fit === 'pad' && look.background === null && { background: '#ffffff' }) });
  const formats: readonly { value: Format; label: string }[] = [
    { value: 'jpeg', label: 'JPEG' },
    { value: 'png', label: 'PNG' },
    { value: 'webp', label: 'WebP' },
  ];
  const fitChoice = (fit: Fit, label: string) => ({
    value: fit,
    label: (
      <>
        <FitDrawing fit={fit} look={look} source={source} />
        {label}
      </>
    ),
  });
  const Chain = linked ? IconLink : IconLinkOff;
  return (
    <div className={classes['fields']}>
      <div className={classes['sides']}>
        <Side label={t('downloadAs.width')} value={look.width} type={type('width')} />
        {source !== null && (
          <Hint label={t(linked ? 'downloadAs.unlink' : 'downloadAs.link')}>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('downloadAs.link')}
              aria-pressed={linked}
              onClick={() => change({ linked: !linked, own: linked ? look : { ...look, fit: 'contain' } })}
            >
              <Chain size={18} aria-hidden />
            </ActionIcon>
          </Hint>
        )}
        <Side label={t('downloadAs.height')} value={look.height} type={type('height')} />
      </div>
      {fault !== null && (
        <p role="alert" className={classes['fault']}>
          {t(`downloadAs.fault.${fault}`)}
        </p>
      )}
      {!linked && (
        <Choices
          label={t('downloadAs.fit')}
          value={look.fit}
          data={[
            fitChoice('contain', t('downloadAs.fits.contain')),
            fitChoice('cover', t('downloadAs.fits.cover')),
            fitChoice('pad', t('downloadAs.fits.pad')),
          ]}
          choose={(fit) => setFit(fit)}
        />
      )}
      {!linked && look.fit === 'pad' && (
        <TextInput
          type="color"
          label={t('downloadAs.background')}
          value={look.background ?? '#ffffff'}
          onChange={(event) => set({ background: event.currentTarget.value })}
        />
      )}
      <Choices label={t('downloadAs.format')} value={look.format} data={formats} choose={(format) => set({ format })} />
      {look.format !== 'png' && <Quality value={look.quality} set={(quality) => set({ quality })} />}
      <Switch
        label={t('downloadAs.enlarge')}
        checked={look.enlarge}
        onChange={(event) => set({ enlarge: event.currentTarget.checked })}
      />
    </div>
  );
}

type SideProps = { label: string; value: number | null; type: (typed: string | number) => void };

function Side({ label, value, type }: SideProps) {
  return (
    <NumberInput
      label={label}
      value={value ?? ''}
      onChange={type}
      min={1}
      max={LONGEST_SIDE}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      inputMode="numeric"
    />
  );
}

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value;
  data: readonly { value: Value; label: ReactNode }[];
  choose: (value: Value) => void;
};

function Choices<Value extends string>({ label, value, data, choose }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <div className={classes['field']}>
      <span id={id} className={classes['label']}>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        data={[...data]}
        onChange={(chosen) => choose(chosen as Value)}
      />
    </div>
  );
}

function Quality({ value, set }: { value: number; set: (value: number) => void }) {
  const { t } = useTranslation('content_actions');
  return (
    <label className={classes['field']}>
      <span className={classes['label']}>{t('downloadAs.quality', { value })}</span>
      <input
        type="range"
        className={classes['range']}
        min={1}
        max={100}
        value={value}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
    </label>
  );
}
