import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../platform/ui/use-page-title';
import { AuthLayout } from './AuthLayout';
import { LoginForm } from './LoginForm';
import classes from './LoginPage.module.css';

export function LoginPage() {
  const { t } = useTranslation('identity_account');
  usePageTitle(t('login.title'));
  return (
    <AuthLayout>
      <div className={classes['column']}>
        <h1 className={classes['title']}>{t('login.heading')}</h1>
        <p className={classes['lead']}>{t('login.lead')}</p>
        <LoginForm />
      </div>
    </AuthLayout>
  );
}
