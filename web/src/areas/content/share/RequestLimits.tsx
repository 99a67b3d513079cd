import { Button, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './RequestLimits.module.css';
import { kinds, MOST_FILES, MOST_GIGABYTES, type RequestOptions } from './request-options';
import type { LinkErrors } from './use-link-form';

interface Props {
  request: RequestOptions;
  change: (request: RequestOptions) => void;
  errors: LinkErrors;
}

const offered = ['pictures', 'films', 'documents'] as const satisfies readonly (keyof typeof kinds)[];

/** How much a link takes that asks for files, and of which kinds. */
export function RequestLimits({ request, change, errors }: Props) {
  const { t } = useTranslation('content_actions');
  const number = { allowNegative: false, min: 0, hideControls: true } as const;
  const add = (kind: (typeof offered)[number]) => {
    const before = request.extensions.trim();
    change({ ...request, extensions: before === '' ? kinds[kind] : `${before}, ${kinds[kind]}` });
  };
  return (
    <>
      <div className={classes['limits']}>
        <NumberInput
          {...number}
          label={t('request.files')}
          value={request.files}
          onChange={(files) => change({ ...request, files })}
          max={MOST_FILES}
          clampBehavior="none"
          allowDecimal={false}
          error={errors.file_limit}
        />
        <NumberInput
          {...number}
          label={t('request.gigabytes')}
          value={request.gigabytes}
          onChange={(gigabytes) => change({ ...request, gigabytes })}
          max={MOST_GIGABYTES}
          clampBehavior="none"
          error={errors.byte_limit}
        />
      </div>
      <div className={classes['kinds']}>
        <TextInput
          label={t('request.extensions')}
          description={t('request.extensions_how')}
          placeholder="jpg, png, pdf"
          value={request.extensions}
          onChange={(event) => change({ ...request, extensions: event.currentTarget.value })}
          error={errors.extensions}
          autoComplete="off"
          spellCheck={false}
        />
        <div className={classes['offered']}>
          {offered.map((kind) => (
            <Button key={kind} size="xs" variant="default" onClick={() => add(kind)}>
              {t(`request.kind.${kind}`)}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
}
