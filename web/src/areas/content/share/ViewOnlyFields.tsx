import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LinkOptions } from './link-options';
import type { LinkErrors } from './use-link-form';
import { WatermarkFields } from './WatermarkFields';

interface Props {
  options: LinkOptions;
  change: (over: Partial<LinkOptions>) => void;
  errors: LinkErrors;
}

/** Whether a link is for looking alone, and then whether its pictures are marked. */
export function ViewOnlyFields({ options, change, errors }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    <>
      <Switch
        label={t('link.view_only')}
        description={t('link.view_only_how')}
        checked={options.viewOnly}
        onChange={(event) => change({ viewOnly: event.currentTarget.checked })}
      />
      {options.viewOnly && (
        <WatermarkFields
          watermark={options.watermark}
          change={(watermark) => change({ watermark })}
          error={errors.watermark}
        />
      )}
    </>
  );
}
