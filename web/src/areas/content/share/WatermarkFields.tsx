import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WatermarkOptions } from './link-options';

interface Props {
  watermark: WatermarkOptions | null;
  change: (watermark: WatermarkOptions | null) => void;
  error: string | undefined;
}

const LONGEST = 80;

/**
 * Whether a link has a text over its pictures, and which: only one that is for looking alone, since whoever may download
 * gets the pictures without it.
 */
export function WatermarkFields({ watermark, change, error }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    <>
      <Switch
        label={t('link.watermark')}
        description={t('link.watermark_how')}
        checked={watermark !== null}
        onChange={(event) => change(event.currentTarget.checked ? { text: '', dated: false } : null)}
      />
      {watermark !== null && (
        <>
          <TextInput
            label={t('link.watermark_text')}
            placeholder={t('link.watermark_usual')}
            value={watermark.text}
            maxLength={LONGEST}
            onChange={(event) => change({ ...watermark, text: event.currentTarget.value })}
            error={error}
            autoComplete="off"
          />
          <Checkbox
            label={t('link.watermark_dated')}
            checked={watermark.dated}
            onChange={(event) => change({ ...watermark, dated: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
