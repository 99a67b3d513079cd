import { useTranslation } from 'react-i18next';
import { ContinueCard } from './ContinueCard';
import classes from './ContinueStrip.module.css';
import { HomeSection } from './HomeSection';
import type { Recent } from './home-queries';

type Props = { appId: number; recents: readonly Recent[]; now: number };

/** What the user opened last, to go on with it: a row of cards that scrolls sideways. */
export function ContinueStrip({ appId, recents, now }: Props) {
  const { t } = useTranslation('content');
  return (
    <HomeSection title={t('home.continue')} appId={appId} all="/content/$appId/recents">
      <ul className={classes['strip']}>
        {recents.map((recent) => (
          <li key={recent.node_id} className={classes['place']}>
            <ContinueCard appId={appId} recent={recent} now={now} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
