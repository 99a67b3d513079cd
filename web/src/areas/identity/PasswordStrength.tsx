import { useTranslation } from 'react-i18next';
import classes from './PasswordStrength.module.css';
import { passwordMin, strength } from './password-strength';

/** Four bars and a word; nothing is said before something is typed. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('identity');
  const value = strength(password);
  const words = [
    t('strength.too_short', { min: passwordMin }),
    t('strength.weak'),
    t('strength.fair'),
    t('strength.good'),
    t('strength.strong'),
  ] as const;
  return (
    <div className={classes['root']} data-strength={value}>
      <div className={classes['bars']} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-filled={bar <= value || undefined} />
        ))}
      </div>
      <span className={classes['word']} role="status">
        {password === '' ? t('strength.hint', { min: passwordMin }) : words[value]}
      </span>
    </div>
  );
}
