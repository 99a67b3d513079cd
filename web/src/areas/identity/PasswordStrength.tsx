import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PasswordStrength.module.css';
import { type Judge, loadJudge, passwordMin } from './password-strength';

type Props = {
  password: string;
  /** Words of the person, which make a password easy to guess. */
  about: readonly string[];
};

/** Four bars and a word; empty before something is typed. */
export function PasswordStrength({ password, about }: Props) {
  const { t } = useTranslation('identity_account');
  const [judge, setJudge] = useState<Judge | null>(null);
  const isTyped = password !== '';
  useEffect(() => {
    // Without the word lists only the server judges, as it does in any case.
    if (isTyped)
      void loadJudge().then(
        (loaded) => setJudge(() => loaded),
        () => undefined,
      );
  }, [isTyped]);
  const isShort = [...password].length < passwordMin;
  const value = isShort ? 0 : (judge?.(password, about) ?? null);
  const words = [
    isTyped ? t('strength.too_short', { min: passwordMin }) : t('strength.hint', { min: passwordMin }),
    t('strength.weak'),
    t('strength.fair'),
    t('strength.good'),
    t('strength.strong'),
  ] as const;
  return (
    <div className={classes['root']} data-strength={value ?? undefined}>
      <div className={classes['bars']} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-filled={(value !== null && bar <= value) || undefined} />
        ))}
      </div>
      <span className={classes['word']} role="status">
        {value === null ? '' : words[value]}
      </span>
    </div>
  );
}
