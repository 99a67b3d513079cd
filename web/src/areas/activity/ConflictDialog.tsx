import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { heldKeysAnswerNothing } from '../../platform/ui/held-keys';
import { Modal } from '../../platform/ui/Modal';
import { LocalPicture } from '../../platform/uploads/LocalPicture';
import type { Answer, Conflict } from '../../platform/uploads/start-upload';
import { breakLongWords } from './break-words';
import classes from './ConflictDialog.module.css';
import { ConflictFacts } from './ConflictFacts';
import { ExistingPicture } from './ExistingPicture';

interface Props {
  conflicts: readonly Conflict[];
  appId: number;
  folder: string;
  answer: (answer: Answer) => void;
}

const SHOWN = 100;

/** Asked before anything is sent: names that exist already, or occur twice in the chosen files. */
export function ConflictDialog({ conflicts, appId, folder, answer }: Props) {
  const { t } = useTranslation('activity_tray');
  const [first] = conflicts;
  const more = conflicts.length - SHOWN;
  const count = conflicts.length;
  const replaceable = conflicts.filter(({ existing }) => existing?.mayReplace).length;
  const question = replaceable > 0 ? questionWithReplace() : questionOf();
  return (
    <Modal
      opened
      onClose={() => answer('cancel')}
      title={t('conflict.title')}
      size="md"
      closeButtonProps={{ 'aria-label': t('close') }}
      {...heldKeysAnswerNothing}
    >
      <p className={classes['question']}>{breakLongWords(question)}</p>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list needs the keyboard
        <ul className={classes['list']} tabIndex={0} aria-label={t('conflict.title')}>
          {conflicts.slice(0, SHOWN).map((conflict) => (
            <li key={`${conflict.path}/${conflict.name}/${conflict.kind}`} className={classes['item']}>
              <ExistingPicture appId={appId} nodeId={conflict.existing?.nodeId ?? null} />
              <LocalPicture file={conflict.file} size={44} />
              <span className={classes['words']}>
                <span className={classes['name']} dir="auto">
                  {breakLongWords(conflict.path === '' ? conflict.name : `${conflict.path}/${conflict.name}`)}
                </span>
                <ConflictFacts conflict={conflict} folder={folder} />
              </span>
            </li>
          ))}
          {more > 0 && <li className={classes['item']}>{t('conflict.more', { count: more })}</li>}
        </ul>
      }
      {replaceable > 0 && (
        <p className={classes['note']}>
          {t('conflict.replaceHow')}
          {replaceable < count && ` ${t('conflict.notReplaced', { count: count - replaceable })}`}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={() => answer('cancel')}>
          {t('conflict.cancel')}
        </Button>
        <Button variant="default" onClick={() => answer('skip')}>
          {t('conflict.skip')}
        </Button>
        <Button
          {...(replaceable > 0 ? { variant: 'default' } : { 'data-autofocus': true })}
          onClick={() => answer('keepBoth')}
        >
          {t('conflict.keepBoth')}
        </Button>
        {replaceable > 0 && (
          <Button data-autofocus onClick={() => answer('replace')}>
            {t('conflict.replace')}
          </Button>
        )}
      </div>
    </Modal>
  );

  function questionOf(): string {
    return count === 1 && first ? t('conflict.one', { entry: first.name }) : t('conflict.many', { count });
  }

  function questionWithReplace(): string {
    return count === 1 && first
      ? t('conflict.oneOrReplace', { entry: first.name })
      : t('conflict.manyOrReplace', { count });
  }
}
