import { useTranslation } from 'react-i18next';
import { ContinueCard } from './ContinueCard';
import classes from './ContinueStrip.module.css';
import { HomeSection } from './HomeSection';
import type { Recent, UploadGroup } from './home-queries';
import { UnfinishedCard } from './UnfinishedCard';

type Props = { appId: number; recents: readonly Recent[]; unfinished: readonly UploadGroup[]; now: number };

/** Uploads that wait for an answer, and what the user opened last, to go on with it: a row of cards that scrolls sideways. */
export function ContinueStrip({ appId, recents, unfinished, now }: Props) {
  const { t } = useTranslation('content');
  return (
    <HomeSection title={t('home.continue')} appId={appId} all="/content/$appId/recents">
      <ul className={classes['strip']}>
        {unfinished.map((group) => (
          <li key={group.bg_group_id} className={classes['place']}>
            <UnfinishedCard appId={appId} group={group} />
          </li>
        ))}
        {recents.map((recent) => (
          <li key={recent.node_id} className={classes['place']}>
            <ContinueCard appId={appId} recent={recent} now={now} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
