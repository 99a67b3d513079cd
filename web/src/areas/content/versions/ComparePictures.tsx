import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from './api';
import classes from './ComparePictures.module.css';
import { Divider } from './Divider';
import { useDifference } from './difference';
import { type SharedView, whole } from './shared-view';
import type { VersionFiles } from './version-files';
import { nameOf } from './version-words';
import { ZoomButtons } from './ZoomButtons';
import { type Layer, ZoomStage } from './ZoomStage';

type Props = { older: Version; newer: Version; files: VersionFiles };

const ways = ['beside', 'swipe', 'difference'] as const;

/** Two pictures beside each other, over each other with a line between them, or what differs; zoomed together. */
export function ComparePictures({ older, newer, files }: Props) {
  const { t } = useTranslation(['content_panel', 'content']);
  const [way, setWay] = useState<(typeof ways)[number]>('beside');
  const [view, change] = useState<SharedView>(whole);
  const [divider, setDivider] = useState(50);
  const layerOf = (side: string, version: Version): Layer => ({
    key: `${side} ${version.number}`,
    name: nameOf(version, t),
    picture: (size) => files.picture(version, size),
  });
  const [one, other] = [layerOf('one', older), layerOf('other', newer)];
  const names = { one: one.name, other: other.name };
  return (
    <div className={classes['pictures']}>
      <div className={classes['tools']}>
        <SegmentedControl
          className={classes['ways'] ?? ''}
          aria-label={t('compare.way')}
          value={way}
          onChange={setWay}
          data={ways.map((value) => ({ value, label: t(`compare.ways.${value}`) }))}
        />
        <ZoomButtons view={view} change={change} />
      </div>
      <div className={classes['stages']}>
        {way === 'beside' &&
          [one, other].map((layer) => (
            <figure key={layer.key} className={classes['figure']}>
              <ZoomStage label={layer.name} layers={[layer]} {...{ view, change }} />
              <figcaption className={classes['caption']}>{layer.name}</figcaption>
            </figure>
          ))}
        {way === 'swipe' && (
          <figure className={classes['figure']}>
            <ZoomStage
              label={t('compare.both', names)}
              layers={[one, { ...other, style: { clipPath: `inset(0 0 0 ${divider}%)` } }]}
              {...{ view, change }}
            >
              <Divider label={t('compare.divider', names)} at={divider} move={setDivider} />
            </ZoomStage>
            <figcaption className={classes['ends']}>
              <span>{one.name}</span>
              <span>{other.name}</span>
            </figcaption>
          </figure>
        )}
        {way === 'difference' && <DifferenceOf {...{ one, other, view, change }} />}
      </div>
    </div>
  );
}

interface DifferenceProps {
  one: Layer;
  other: Layer;
  view: SharedView;
  change: (to: (before: SharedView) => SharedView) => void;
}

function DifferenceOf({ one, other, view, change }: DifferenceProps) {
  const { t, i18n } = useTranslation('content_panel');
  const part = useDifference(one.picture(320), other.picture(320));
  const percent = (share: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return (
    <figure className={classes['figure']} data-difference>
      <ZoomStage
        label={t('compare.differenceOf', { one: one.name, other: other.name })}
        layers={[one, { ...other, style: { mixBlendMode: 'difference' } }]}
        {...{ view, change }}
      />
      <figcaption className={classes['caption']}>
        <span role="status">
          {part === null && t('compare.differenceHow')}
          {part === 0 && t('compare.noDifference')}
          {part !== null && part > 0 && t('compare.differs', { percent: percent(Math.max(part, 0.001)) })}
        </span>
      </figcaption>
    </figure>
  );
}
