import { UnstyledButton } from '@mantine/core';
import { type Icon, IconLink, IconShare, IconStarFilled } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ActionContext, EntryAction } from '../../../platform/registry/actions';
import { useRegistry } from '../../../platform/registry/registry';
import { offered } from '../entry/offered';
import { chooseFavourite, favouriteIdsQuery } from '../favourites/favourites';
import type { Entry } from '../queries';
import { PeekFacts } from './PeekFacts';
import { peekActions } from './peek-actions';
import { SheetHandle } from './SheetHandle';
import { shareAddress } from './share-address';
import type { Swipe } from './swipe';
import { useSwipes } from './use-swipes';
import classes from './ViewerPeek.module.css';

type Props = { file: Entry; context: ActionContext; open: () => void; swiped: (swipe: Swipe) => void };

/** The low sheet of a phone: what is done most with a file, and a line about it. A tap or a swipe up makes it the high one. */
export function ViewerPeek({ file, context, open, swiped }: Props) {
  const { t } = useTranslation(['content', 'content_viewer']);
  const { entryActions } = useRegistry();
  // The sheet cannot get lower, and the viewer is closed above it.
  const swipes = useSwipes((swipe) => {
    if (swipe !== 'close') swiped(swipe);
  });
  // Where a label of a menu is too long for a fifth of the width.
  const short: Readonly<Record<string, string>> = {
    information: t('content_viewer:sheet.info'),
  };
  const share = offered(entryActions, [file], null).find(({ key }) => key === 'share');
  return (
    <section className={classes['peek']} aria-label={t('content_viewer:sheet.label')} data-peek {...swipes}>
      <SheetHandle label={t('content_viewer:sheet.more')} expanded={false} press={open} />
      <div className={classes['tiles']}>
        {share ? (
          <Tile icon={IconShare} label={t('content_viewer:sheet.share')} press={() => share.run([file], context)} />
        ) : (
          // Who may share nothing can still tell those who have access where it is.
          <Tile icon={IconLink} label={t('content_viewer:sheet.address')} press={() => void shareAddress(file.name)} />
        )}
        {peekActions(entryActions, file).map((action) =>
          action.key === 'favourite' ? (
            <StarTile key={action.key} action={action} appId={context.appId} nodeId={file.node_id} />
          ) : (
            <Tile
              key={action.key}
              icon={action.icon}
              label={short[action.key] ?? (action.short ?? action.label)([file])}
              press={() => action.run([file], context)}
            />
          ),
        )}
      </div>
      <PeekFacts appId={context.appId} file={file} />
    </section>
  );
}

type StarProps = { action: EntryAction; appId: number; nodeId: number };

/** Says by itself whether the file is a favourite, so no banner does. */
function StarTile({ action, appId, nodeId }: StarProps) {
  const client = useQueryClient();
  const { data: chosen = false } = useQuery({ ...favouriteIdsQuery(appId), select: (ids) => ids.has(nodeId) });
  const press = () => void chooseFavourite(client, appId, nodeId, !chosen).catch(() => undefined);
  return <Tile icon={chosen ? IconStarFilled : action.icon} label={action.label()} pressed={chosen} press={press} />;
}

type TileProps = { icon: Icon; label: string; pressed?: boolean; press: () => void };

function Tile({ icon: Drawing, label, pressed, press }: TileProps) {
  return (
    <UnstyledButton
      className={classes['tile'] ?? ''}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={press}
    >
      <Drawing size={24} stroke={1.7} aria-hidden />
      <span className={classes['word']}>{label}</span>
    </UnstyledButton>
  );
}
