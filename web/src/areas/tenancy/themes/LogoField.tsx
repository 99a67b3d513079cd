import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { pictureAt } from '../../../platform/base-path';
import { Panel } from '../../../platform/ui/Panel';
import classes from './ThemeForm.module.css';
import type { Theme } from './theme';

const kinds = 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml';

/** The logo in the bar; a new one is drawn by the server and is in the theme at once. */
export function LogoField({ theme }: { theme: Theme }) {
  const { t } = useTranslation('themes');
  const { watch, resetField, setValue } = useFormContext();
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = query.useMutation('put', '/api/core/theme/{theme_id}/logo');
  const logo: unknown = watch('theme_config.logo');
  const send = async (file: File | null) => {
    if (file === null) return;
    setRefusal(null);
    try {
      const { theme_config } = await upload.mutateAsync({
        params: { path: { theme_id: theme.theme_id } },
        body: [],
        bodySerializer: () => file,
        headers: { ...shownInPlace, 'content-type': 'application/octet-stream' },
      });
      resetField('theme_config.logo', { defaultValue: theme_config.logo });
    } catch (error) {
      setRefusal(isProblem(error) ? error.message : t('logo.failed'));
    }
  };
  return (
    <Panel title={t('logo.title')} description={t('logo.lead')}>
      <div className={classes['logo']}>
        {typeof logo === 'string' && <img src={pictureAt(logo)} alt={t('logo.title')} width={200} height={51} />}
        <FileButton onChange={(file) => void send(file)} accept={kinds}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {t('logo.choose')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="subtle" onClick={() => setValue('theme_config.logo', null, { shouldDirty: true })}>
            {t('logo.remove')}
          </Button>
        )}
      </div>
      {refusal !== null && <p role="alert">{refusal}</p>}
    </Panel>
  );
}
