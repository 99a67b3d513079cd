import { useTranslation } from 'react-i18next';
import classes from './Showcase.module.css';

const frames = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const;

/** Drawn pictures on a wall: decoration, so only its sentence is exposed to assistive technology. */
export function Showcase() {
  const { t } = useTranslation('identity_account');
  return (
    <aside className={classes['root']} aria-label={t('showcase.label')}>
      <div className={classes['wall']} aria-hidden>
        {frames.map((frame) => (
          <span key={frame} className={classes['frame']} data-frame={frame} />
        ))}
      </div>
      <div className={classes['words']}>
        <p className={classes['claim']}>{t('showcase.claim')}</p>
        <p className={classes['more']}>{t('showcase.more')}</p>
      </div>
    </aside>
  );
}
