import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { query, type Schema } from '../../platform/api/client';
import { SideDrawer } from '../../platform/ui/SideDrawer';
import { TableTrouble } from '../../platform/ui/table/TableTrouble';
import { useFocusBack } from '../../platform/ui/use-focus-back';
import classes from './ServicesPage.module.css';

type Props = { email: Schema<'Posted'>; close: () => void };

/** The text of an e-mail in the mail folder, never its HTML. */
export function EmailText({ email, close }: Props) {
  const { t } = useTranslation('services_settings');
  useFocusBack();
  const { data, error, refetch } = query.useQuery('get', '/api/core/mail/{mail_id}', {
    params: { path: { mail_id: email.mail_id } },
    parseAs: 'text',
  });
  return (
    <SideDrawer title={email.subject} close={close}>
      {data !== undefined && <pre className={classes['text']}>{data}</pre>}
      {error !== null && <TableTrouble error={error} retry={refetch} />}
      {data === undefined && error === null && <Loader aria-label={t('emails.open')} />}
    </SideDrawer>
  );
}
