import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../platform/api/client';
import { formatMoment } from '../../../platform/i18n/moments';
import classes from '../entry/EntryFacts.module.css';

/** Who has sent a file by a link that asks for files, and who has accepted it: one of its facts. */
export function SentBy({ from }: { from: Schema<'ReceivedFrom'> }) {
  const { t, i18n } = useTranslation('content_panel');
  const { sender, sender_email: email, link_label: link, accepted_by: name } = from;
  const when = formatMoment(from.accepted_at, i18n.language);
  return (
    <div className={classes['fact']}>
      <dt>{t('sent.label')}</dt>
      <dd>
        <span dir="auto">{email === null ? sender : t('sent.sender', { sender, email })}</span>
        <br />
        {link === null ? t('sent.byLink') : t('sent.byLinkNamed', { link })}
        <br />
        {name === null ? t('sent.accepted', { when }) : t('sent.acceptedBy', { name, when })}
      </dd>
    </div>
  );
}
