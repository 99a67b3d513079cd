import { IconFile, IconFolder } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import { formatMoment } from '../../../platform/i18n/moments';
import { instanceUrl } from '../../../platform/session/instance-url';
import type { Way } from './moved-entries';
import classes from './TakenNames.module.css';
import type { Answer, TakenName } from './taken-names';

interface Props {
  appId: number;
  way: Way;
  /** How many names are taken, and the first of them. */
  existing: number;
  taken: readonly TakenName[];
  answer: Answer;
  choose: (answer: Answer) => void;
}

/** Names that are taken where entries go: both of each, and the question what happens with them, once for all. */
export function TakenNames({ appId, way, existing: count, taken, answer, choose }: Props) {
  const { t } = useTranslation('content_actions');
  const name = useId();
  const replaceable = taken.filter(({ may_replace }) => may_replace).length;
  const [first] = taken;
  const answers: { key: Answer; label: string }[] = [
    { key: 'skip', label: way === 'copy' ? t('taken.leaveOut', { count }) : t('taken.stay', { count }) },
    { key: 'keepBoth', label: t('move.keep_both', { count }) },
  ];
  if (replaceable > 0) answers.push({ key: 'replace', label: t('taken.replace', { count: replaceable }) });
  return (
    <fieldset className={classes['taken']}>
      <legend className={classes['legend']}>
        {count === 1 ? t('taken.one', { name: first?.name ?? '' }) : t('taken.many', { count })}
      </legend>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list needs the keyboard
        <ul className={classes['list']} tabIndex={0} aria-label={t('taken.list')}>
          {taken.map((one) => (
            <TakenRow key={one.node_id} appId={appId} one={one} />
          ))}
          {count > taken.length && (
            <li className={classes['row']}>{t('taken.more', { count: count - taken.length })}</li>
          )}
        </ul>
      }
      {answers.map(({ key, label }) => (
        <label key={key} className={classes['answer']}>
          <input type="radio" name={name} checked={answer === key} onChange={() => choose(key)} />
          {label}
        </label>
      ))}
      {answer === 'replace' && (
        <p className={classes['note']}>
          {way === 'copy' ? t('taken.replaceHow') : t('taken.replaceHowMoved')}
          {replaceable < count && ` ${t('taken.notReplaced', { count: count - replaceable })}`}
        </p>
      )}
    </fieldset>
  );
}

function TakenRow({ appId, one }: { appId: number; one: TakenName }) {
  const { t, i18n } = useTranslation('content_actions');
  const facts = (bytes: number | null, seconds: number | null) =>
    bytes === null || seconds === null
      ? null
      : { size: formatSize(bytes, i18n.language), when: formatMoment(seconds, i18n.language) };
  const there = facts(one.existing_bytes, one.existing_modified_at);
  const here = facts(one.bytes, one.modified_at);
  return (
    <li className={classes['row']}>
      <RowPicture appId={appId} nodeId={one.existing_node_id} folder={one.existing_bytes === null} />
      <RowPicture appId={appId} nodeId={one.node_id} folder={one.bytes === null} />
      <span className={classes['words']}>
        <span className={classes['name']} dir="auto">
          {one.name}
        </span>
        {there !== null && <span className={classes['fact']}>{t('taken.there', there)}</span>}
        {here !== null && <span className={classes['fact']}>{t('taken.this', here)}</span>}
        {one.is_other_type && <span className={classes['fact']}>{t('taken.otherType')}</span>}
        {!one.may_replace && <span className={classes['fact']}>{whyNot(one.why_not, t)}</span>}
      </span>
    </li>
  );
}

/** Why something is not replaced, from the code of the server's problem. */
function whyNot(code: string | null, t: TFunction<'content_actions'>): string {
  switch (code) {
    case 'wrong_kind':
      return t('taken.why.folder');
    case 'locked':
      return t('taken.why.locked');
    case 'loses_marks':
      return t('taken.why.marks');
    case 'loses_terms':
      return t('taken.why.terms');
    case 'name_taken':
      return t('taken.why.twice');
    default:
      return t('taken.why.role');
  }
}

function RowPicture({ appId, nodeId, folder }: { appId: number; nodeId: number; folder: boolean }) {
  const [broken, setBroken] = useState(false);
  const Icon = folder ? IconFolder : IconFile;
  return (
    <span className={classes['picture']}>
      {folder || broken ? (
        <Icon size={22} stroke={1.5} aria-hidden />
      ) : (
        <img
          src={`${instanceUrl(appId)}/rendition/preview/${nodeId}?size=96`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
