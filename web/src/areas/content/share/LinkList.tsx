import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LinkRow } from './LinkRow';
import type { ShareLink } from './links';
import classes from './ShareDialog.module.css';

interface Props {
  appId: number;
  title: string;
  links: readonly ShareLink[];
  /** Those that were made here, with their passwords. */
  made?: ReadonlyMap<number, { password: string }>;
  listed: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  leave?: () => void;
}

/** The links to an entry, the latest first. */
export function LinkList({ appId, title, links, made, listed, leave }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  if (links.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes['heading']}>{title}</h3>
      <ul className={classes['rows']}>
        {links.map((link) => (
          <LinkRow key={link.link_id} appId={appId} link={link} fresh={made?.get(link.link_id)} leave={leave} />
        ))}
      </ul>
      {listed.hasNextPage && (
        <Button
          variant="default"
          mt={8}
          loading={listed.isFetchingNextPage}
          onClick={() => void listed.fetchNextPage()}
        >
          {t('bin.more')}
        </Button>
      )}
    </section>
  );
}
