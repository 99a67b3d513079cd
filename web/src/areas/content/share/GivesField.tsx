import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { allGives, type Gives, isGives } from './link-offer';

interface Props {
  gives: Gives;
  change: (gives: Gives) => void;
}

/** What visitors of a link may download. */
export function GivesField({ gives, change }: Props) {
  const { t } = useTranslation('content_actions');
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
      value={gives}
      onChange={({ currentTarget: { value } }) => isGives(value) && change(value)}
      data={allGives.map((value) => ({ value, label: words[value] }))}
    />
  );
}
