import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WatermarkOptions } from './link-options';

interface Props {
  watermark: WatermarkOptions | null;
  /** Nothing can be downloaded: else people would have the pictures without it. */
  applies: boolean;
  change: (watermark: WatermarkOptions | null) => void;
  error: string | undefined;
}

const LONGEST = 80;

/** Whether a link has a text over its pictures, and which: only one that is for looking alone. */
export function WatermarkFields({ watermark, applies, change, error }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    <>
      <Switch
        label={t('link.watermark')}
        description={t(applies ? 'link.watermark_how' : 'link.watermark_not')}
        checked={applies && watermark !== null}
        disabled={!applies}
        onChange={(event) => change(event.currentTarget.checked ? { text: '', dated: false } : null)}
      />
      {applies && watermark !== null && (
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
