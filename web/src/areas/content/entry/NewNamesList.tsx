import { IconAlertTriangle, IconArrowRight, IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NewName } from './new-names';
import classes from './RenameManyDialog.module.css';

type Props = { names: readonly NewName[]; keepBoth: boolean };

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** What each entry is called, and what it would be called. */
export function NewNamesList({ names, keepBoth }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <ul className={classes['list']} aria-label={t('rename.preview')} tabIndex={0}>
      {names.map(({ entry, name, state }) => (
        <li key={entry.node_id} className={classes['row']} data-state={state}>
          <span className={classes['before']} dir="auto">
            {entry.name}
          </span>
          {state === 'same' ? (
            <span className={classes['note']}>{t('rename.same')}</span>
          ) : (
            <>
              <IconArrowRight {...icon} className={classes['arrow'] ?? ''} />
              <span className={classes['after']}>
                <bdi className={classes['name']}>{name || t('rename.empty')}</bdi>
                {state === 'invalid' && (
                  <span className={classes['note']}>
                    <IconBan {...icon} />
                    {t('rename.fault')}
                  </span>
                )}
                {state === 'taken' && (
                  <span className={classes['note']}>
                    <IconAlertTriangle {...icon} />
                    {keepBoth ? t('rename.numbered') : t('rename.exists')}
                  </span>
                )}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
