import { Button } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../platform/i18n/format-size';
import type { ActionContext } from '../../../platform/registry/actions';
import { entryTypeOf } from '../../../platform/registry/entry-types';
import { useRegistry } from '../../../platform/registry/registry';
import type { Entry } from '../queries';
import { kindsOf } from './kinds-of';
import { offeredForSelection, runOnSelection } from './offered';
import classes from './SeveralEntries.module.css';

interface Props {
  entries: readonly Entry[];
  context: ActionContext;
}

/** About several selected entries: how many and how large they are, of which types, and what can be done with all. */
export function SeveralEntries({ entries, context }: Props) {
  const { t, i18n } = useTranslation(['content', 'content_panel']);
  const { entryActions, entryTypes } = useRegistry();
  const { whole } = context;
  const bytes = whole?.bytes ?? entries.reduce((sum, entry) => sum + (entry.size ?? 0), 0);
  // Of what is not loaded, the number and the size alone are known.
  const kinds = whole === null || whole.loaded ? kindsOf(entries) : [];
  // It is open already.
  const actions = offeredForSelection(entryActions, entries, context).filter(
    ({ key, keyOnly }) => !keyOnly && key !== 'information',
  );
  const looks = (type: string) => {
    if (type === 'folder') return { Icon: IconFolder, label: t('type.folder') };
    const known = entryTypeOf(entryTypes, { entry_type: type });
    return { Icon: known?.icon ?? IconFile, label: known?.label() ?? t('type.other') };
  };
  return (
    <div>
      <h2 className={classes['count']}>{t('selection.count', { count: whole?.count ?? entries.length })}</h2>
      {bytes > 0 && <p className={classes['quiet']}>{formatSize(bytes, i18n.language)}</p>}
      {bytes > 0 && kinds.some(({ type }) => type === 'folder') && (
        <p className={classes['quiet']}>{t('content_panel:several.filesOnly')}</p>
      )}
      {kinds.length > 0 && (
        <ul className={classes['kinds']} aria-label={t('content_panel:several.types')}>
          {kinds.map(({ type, count }) => {
            const { Icon, label } = looks(type);
            return (
              <li key={type}>
                <Icon size={18} stroke={1.7} aria-hidden />
                <span className={classes['type']}>{label}</span>{' '}
                <span className={classes['number']}>{new Intl.NumberFormat(i18n.language).format(count)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {actions.length > 0 && (
        <>
          <h3 className={classes['title']}>{t('content_panel:several.actions')}</h3>
          <div className={classes['actions']}>
            {actions.map((action) => (
              <Button
                key={action.key}
                variant="subtle"
                color={action.danger ? 'red' : 'gray'}
                c={action.danger ? 'var(--v-error)' : 'var(--v-text)'}
                justify="flex-start"
                leftSection={<action.icon size={18} stroke={1.7} aria-hidden />}
                onClick={() => runOnSelection(action, entries, context)}
              >
                {action.label(entries)}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
