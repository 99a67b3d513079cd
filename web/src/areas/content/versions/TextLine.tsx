import { useTranslation } from 'react-i18next';
import classes from './CompareTexts.module.css';
import type { Line } from './text-changes';

const SIGNS = { same: '', added: '+', removed: '−' } as const;

/** A line of two texts: a sign says where it is, and words that differ are underlined or struck out. */
export function TextLine({ line: { kind, before, after, pieces } }: { line: Line }) {
  const { t } = useTranslation('content_panel');
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <tr className={classes['line']} data-kind={kind}>
      <td className={classes['number']} data-number={before ?? undefined} />
      <td className={classes['number']} data-number={after ?? undefined} />
      <td className={classes['sign']}>
        <span aria-hidden>{SIGNS[kind]}</span>
        {kind !== 'same' && <span className={classes['unseen']}>{t(`text.line.${kind}`)}</span>}
      </td>
      <td className={classes['text']} dir="auto">
        {pieces.map(({ text, marked }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line are in its order
          marked ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>,
        )}
      </td>
    </tr>
  );
}
