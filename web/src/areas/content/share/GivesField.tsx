import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { allGives, type Gives, isGives } from './link-offer';

interface Props {
  gives: Gives;
  change: (gives: Gives) => void;
  /** An entry of the link, whose organisation may have no sizes. */
  of?: { appId: number; nodeId: number } | undefined;
}

/** What visitors of a link may download. */
export function GivesField({ gives, change, of }: Props) {
  const { t } = useTranslation('content_actions');
  const presets = query.useQuery(
    'get',
    '/api/app/{application_instance_id}/rendition/preset/of/{node_id}',
    { params: { path: { application_instance_id: of?.appId ?? 0, node_id: of?.nodeId ?? 0 } } },
    { enabled: of !== undefined && (gives === 'presets' || gives === 'originals_presets') },
  );
  const hasNone = presets.data?.items.length === 0;
  const words: Record<Gives, string> = {
    all: t('link.gives.all'),
    originals_presets: t('link.gives.originals_presets'),
    originals: t('link.gives.originals'),
    sizes: t('link.gives.sizes'),
    presets: t('link.gives.presets'),
  };
  return (
    <NativeSelect
      label={t('link.gives.label')}
      description={t('link.gives.how')}
      error={hasNone && t('link.gives.none')}
      value={gives}
      onChange={({ currentTarget: { value } }) => isGives(value) && change(value)}
      data={allGives.map((value) => ({ value, label: words[value] }))}
    />
  );
}
