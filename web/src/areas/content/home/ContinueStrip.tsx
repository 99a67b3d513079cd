import { useTranslation } from 'react-i18next';
import { ContinueCard } from './ContinueCard';
import { HomeSection } from './HomeSection';
import type { Recent, UploadGroup } from './home-queries';
import { Strip } from './Strip';
import { UnfinishedCard } from './UnfinishedCard';

type Props = { appId: number; recents: readonly Recent[]; unfinished: readonly UploadGroup[]; now: number };

/** Uploads that wait for an answer, and what the user opened last, to go on with it. */
export function ContinueStrip({ appId, recents, unfinished, now }: Props) {
  const { t } = useTranslation('content_home');
  return (
    <HomeSection title={t('continue')} appId={appId} all="/content/$appId/recents">
      <Strip cards="four">
        {unfinished.map((group) => (
          <li key={group.bg_group_id}>
            <UnfinishedCard appId={appId} group={group} />
          </li>
        ))}
        {recents.map((recent) => (
          <li key={recent.node_id}>
            <ContinueCard appId={appId} recent={recent} now={now} />
          </li>
        ))}
      </Strip>
    </HomeSection>
  );
}
