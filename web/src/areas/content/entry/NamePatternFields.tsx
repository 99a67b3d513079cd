import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NamePattern } from './new-names';
import classes from './RenameManyDialog.module.css';

type Props = { pattern: NamePattern; change: (changed: Partial<NamePattern>) => void };

type Text = 'base' | 'find' | 'replace' | 'prefix' | 'suffix';

const LETTERS = ['kept', 'lower', 'upper', 'words'] as const;
const MOST_DIGITS = 9;
const LARGEST_START = 999_999;

/** The pieces of a pattern for names. */
export function NamePatternFields({ pattern, change }: Props) {
  const { t } = useTranslation('content_actions');
  const text = (field: Text) => ({
    autoComplete: 'off',
    spellCheck: false,
    value: pattern[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  const number = (field: 'start' | 'digits', least: number, most: number) => ({
    type: 'number',
    inputMode: 'numeric' as const,
    min: least,
    max: most,
    value: pattern[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const wanted = Math.trunc(Number(event.currentTarget.value));
      change({ [field]: Math.min(most, Math.max(least, Number.isFinite(wanted) ? wanted : least)) });
    },
  });
  const check = (field: 'matchCase' | 'withExtension', label: string) => (
    <label className={classes['check']}>
      <input
        type="checkbox"
        checked={pattern[field]}
        onChange={(event) => change({ [field]: event.currentTarget.checked })}
      />
      {label}
    </label>
  );
  return (
    <div className={classes['fields']}>
      <TextInput
        data-autofocus
        className={classes['wide'] ?? ''}
        label={t('rename.base')}
        description={t('rename.base_how')}
        placeholder={t('rename.base_example')}
        {...text('base')}
      />
      {pattern.base.includes('{n}') && (
        <>
          <TextInput label={t('rename.start')} {...number('start', 0, LARGEST_START)} />
          <TextInput label={t('rename.digits')} {...number('digits', 1, MOST_DIGITS)} />
        </>
      )}
      <TextInput label={t('rename.find')} {...text('find')} />
      <TextInput label={t('rename.replace')} {...text('replace')} />
      {pattern.find !== '' && <div className={classes['wide']}>{check('matchCase', t('rename.match_case'))}</div>}
      <TextInput label={t('rename.prefix')} {...text('prefix')} />
      <TextInput label={t('rename.suffix')} {...text('suffix')} />
      <NativeSelect
        label={t('rename.letters')}
        data={LETTERS.map((value) => ({ value, label: t(`rename.letters_as.${value}`) }))}
        value={pattern.letters}
        onChange={({ currentTarget: { value } }) => change({ letters: LETTERS.find((one) => one === value) ?? 'kept' })}
      />
      <div className={classes['foot']}>{check('withExtension', t('rename.with_extension'))}</div>
    </div>
  );
}
