import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '../../../platform/registry/registry';
import { Modal } from '../../../platform/ui/Modal';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import classes from '../browser/ShortcutHelp.module.css';

/** The actions that have a key in the viewer, too. */
const ACTIONS = ['download', 'share', 'information'];

/** The keys of the viewer. */
export function ViewerHelp({ close }: { close: () => void }) {
  const { t } = useTranslation(['content_viewer', 'content']);
  const { entryActions } = useRegistry();
  useFocusBack();
  const actions = entryActions.flatMap(({ key, shortcut, label }) =>
    shortcut !== null && ACTIONS.includes(key) ? [{ label: label(), keys: [shortcut] }] : [],
  );
  const lines: { label: string; keys: readonly string[] }[] = [
    { label: t('help.neighbours'), keys: ['←', '→'] },
    { label: t('help.ends'), keys: ['Home', 'End'] },
    { label: t('zoom'), keys: ['+', '−'] },
    { label: t('fit'), keys: ['0'] },
    { label: t('actual'), keys: ['1'] },
    { label: t('fullscreen'), keys: ['F'] },
    { label: t('slideshow'), keys: ['S'] },
    ...actions,
    { label: t('close'), keys: [t('content:keys.space'), t('content:keys.escape')] },
  ];
  return (
    <Modal
      opened
      onClose={close}
      title={t('content:actions.help')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <dl className={classes['keys']}>
        {lines.map(({ label, keys }) => (
          <div key={label} className={classes['line']}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="xs" ms={2}>
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
