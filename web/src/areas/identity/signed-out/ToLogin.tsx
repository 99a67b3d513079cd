import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** A link to the sign-in. */
export function ToLogin() {
  const { t } = useTranslation('identity_account');
  return (
    <Anchor component={Link} to="/login" size="sm">
      {t('signed_out.to_login')}
    </Anchor>
  );
}
