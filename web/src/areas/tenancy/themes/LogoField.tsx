import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { query } from '../../../platform/api/client';
import { isProblem } from '../../../platform/api/problem';
import { shownInPlace } from '../../../platform/api/shown-in-place';
import { pictureAt } from '../../../platform/base-path';
import { notify } from '../../../platform/ui/notify';
import { Panel } from '../../../platform/ui/Panel';
import classes from './ThemeForm.module.css';
import type { Theme } from './theme';
import { useShowChanged } from './use-theme-form';

const kinds = 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml';

/** The logo in the bar; the server redraws a new one, and the theme has it at once. */
export function LogoField({ theme, changed }: { theme: Theme; changed: (version: number) => void }) {
  const { t } = useTranslation('tenancy_settings');
  const { watch, setValue } = useFormContext();
  const showChanged = useShowChanged();
  const [refusal, setRefusal] = useState<string | null>(null);
  const upload = query.useMutation('put', '/api/core/theme/{theme_id}/logo');
  const logo: unknown = watch('theme_config.logo');
  const send = async (file: File | null) => {
    if (file === null) return;
    setRefusal(null);
    try {
      const answer = await upload.mutateAsync({
        params: { path: { theme_id: theme.theme_id } },
        body: [],
        bodySerializer: () => file,
        headers: { ...shownInPlace, 'content-type': 'application/octet-stream' },
      });
      setValue('theme_config.logo', answer.theme_config.logo);
      changed(answer.version);
      notify.success(t('themes.logo.changed'));
      await showChanged(answer);
    } catch (error) {
      const isPicture = isProblem(error) && error.errors?.some(({ key }) => key === 'form_rules.picture');
      setRefusal(isPicture ? t('themes.logo.unreadable') : isProblem(error) ? error.message : t('themes.logo.failed'));
    }
  };
  return (
    <Panel title={t('themes.logo.title')} description={t('themes.logo.lead')}>
      <div className={classes['logo']}>
        {typeof logo === 'string' && <img src={pictureAt(logo)} alt={t('themes.logo.title')} width={200} height={51} />}
        <FileButton onChange={(file) => void send(file)} accept={kinds}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {t('themes.logo.choose')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="subtle" onClick={() => setValue('theme_config.logo', null, { shouldDirty: true })}>
            {t('themes.logo.remove')}
          </Button>
        )}
      </div>
      {refusal !== null && (
        <p role="alert" className={classes['refused']}>
          {refusal}
        </p>
      )}
    </Panel>
  );
}
