import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './AccessEditor.module.css';

type Props = {
  appId: number;
  /** A repository or folder that grants or marks are inherited from. */
  node: { node_id: number; node_name: string | null; open: boolean };
  leave?: (() => void) | undefined;
};

/** "from Campaigns": where something is inherited from; a link if one may open it. */
export function NodeLink({ appId, node, leave }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  if (node.node_name === null) return <span className={classes['quiet']}>{t('access.from_hidden')}</span>;
  const words = t('access.from', { name: node.node_name });
  if (!node.open) return <span className={classes['quiet']}>{words}</span>;
  return (
    <Link
      className={classes['link'] ?? ''}
      to="/content/$appId/navigation/$parentId"
      params={{ appId, parentId: node.node_id }}
      {...(leave !== undefined && { onClick: leave })}
    >
      {words}
    </Link>
  );
}
