import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from './NoApplicationNote.module.css';

/** Says that a group without an application opens nothing to its members, and what to do if none can be given. */
export function NoApplicationNote({ offered }: { offered: number }) {
  const { t } = useTranslation('tenancy_settings');
  const { control } = useFormContext();
  const chosen: unknown = useWatch({ control, name: 'application_instance_ids' });
  if (Array.isArray(chosen) && chosen.length > 0) return null;
  return (
    <p className={classes['note']} role="status">
      <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
      <span>{t(offered === 0 ? 'groups.nothing_to_give' : 'groups.without_application')}</span>
    </p>
  );
}
