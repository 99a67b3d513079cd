import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LinkOptions } from './link-options';
import { LONGEST_MESSAGE, type RequestOptions } from './request-options';
import type { LinkErrors } from './use-link-form';

interface Props {
  options: LinkOptions;
  request: RequestOptions;
  change: (over: Partial<LinkOptions>) => void;
  errors: LinkErrors;
}

/** What whoever opens a link that asks for files reads there. */
export function RequestWords({ options, request, change, errors }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    <>
      <TextInput
        label={t('link.label')}
        description={t('request.label_how')}
        value={options.label}
        maxLength={200}
        onChange={(event) => change({ label: event.currentTarget.value })}
        error={errors.label}
        autoComplete="off"
      />
      <Textarea
        label={t('link.message')}
        value={request.message}
        maxLength={LONGEST_MESSAGE}
        autosize
        minRows={2}
        maxRows={6}
        onChange={(event) => change({ request: { ...request, message: event.currentTarget.value } })}
        error={errors.message}
      />
    </>
  );
}
