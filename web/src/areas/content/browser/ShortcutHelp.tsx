import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../../platform/registry/registry';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import classes from './ShortcutHelp.module.css';
import { ShortcutKeys } from './ShortcutKeys';

/** All keys, from the registry that handles them. */
export function ShortcutHelp({ close }: { close: () => void }) {
  const { t } = useTranslation('content');
  const { entryActions, placeActions } = useRegistry();
  useFocusBack();
  const fixed = [
    { label: t('help.palette'), shortcut: 'Ctrl+K' },
    { label: t('help.undo'), shortcut: 'Ctrl+Z' },
    { label: t('help.walk'), shortcut: '← ↑ ↓ →' },
    { label: t('help.type'), shortcut: 'A – Z' },
    { label: t('help.extend'), shortcut: 'Shift+← →' },
    { label: t('help.toggle'), shortcut: 'Ctrl+Space' },
    { label: t('help.clear'), shortcut: 'Escape' },
  ];
  const registered = [...entryActions, ...placeActions].flatMap((action) =>
    action.shortcut === null ? [] : [{ label: action.label(), shortcut: action.shortcut }],
  );
  return (
    <Modal opened onClose={close} title={t('actions.help')} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <dl className={classes['keys']}>
        {[...registered, ...fixed].map(({ label, shortcut }) => (
          <div key={shortcut} className={classes['line']}>
            <dt>{label}</dt>
            <dd>
              <ShortcutKeys shortcut={shortcut} spoken />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
