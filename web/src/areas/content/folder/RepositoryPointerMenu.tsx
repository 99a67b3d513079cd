import { useTranslation } from 'react-i18next';
import { Menu } from '../../../platform/ui/Menu';
import anchor from '../browser/EntryMenu.module.css';
import type { PointerPlace } from './pointer-place';
import { type MenuRepository, useRepositoryItems } from './use-repository-items';

type Props = { appId: number; repository: MenuRepository; place: PointerPlace; close: () => void };

/** The same actions at the pointer, after a right click on a card. */
export function RepositoryPointerMenu({ appId, repository, place, close }: Props) {
  const { t } = useTranslation('content');
  const { items, dialog } = useRepositoryItems(appId, repository);
  return (
    <>
      {place.open && (
        <Menu
          opened
          onClose={() => {
            close();
            place.from.focus({ preventScroll: true });
          }}
          returnFocus={false}
          trapFocus
          position="bottom-start"
          withinPortal
        >
          <Menu.Target>
            <span
              className={anchor['anchor']}
              style={{ left: place.x, top: place.y }}
              // The card has the name; the anchor only gives the position.
              aria-hidden
              role="presentation"
            />
          </Menu.Target>
          <Menu.Dropdown aria-label={t('library.actions', { name: repository.name })}>{items}</Menu.Dropdown>
        </Menu>
      )}
      {dialog}
    </>
  );
}
