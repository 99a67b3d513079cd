import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../../platform/ui/Menu';
import type { Crumb } from './breadcrumb-trail';

/** `root`: the name of the library, where it is away, too. */
type Props = { target: ReactElement; appId: number; crumbs: readonly Crumb[]; root?: string };

/** The middle of a long path, in a menu. */
export function FoldedCrumbs({ target, appId, crumbs, root }: Props) {
  const { t } = useTranslation('content');
  return (
    <Menu position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {root !== undefined && (
          <Menu.Item component={Link} to={`/content/${appId}/navigation/home`}>
            {root}
          </Menu.Item>
        )}
        {crumbs.map((one, index) =>
          one.kind === 'link' ? (
            <Menu.Item key={one.nodeId} component={Link} to={`/content/${appId}/navigation/${one.nodeId}`}>
              {one.name}
            </Menu.Item>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the trail does not reorder
            <Menu.Item key={`hidden ${index}`} disabled>
              {t('breadcrumb.hidden', { count: one.count })}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
