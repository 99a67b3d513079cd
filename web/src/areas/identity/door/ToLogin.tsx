import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The way back from a page before the door. */
export function ToLogin() {
  const { t } = useTranslation('identity');
  return (
    <Anchor component={Link} to="/login" size="sm">
      {t('door.to_login')}
    </Anchor>
  );
}
