import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';

type Health = Schema<'ServiceHealth'>;

/** Names for the server's words; engines, file servers and unknown words keep their names. */
const names = {
  'mail folder': 'names.folder',
  'mail smtp': 'names.smtp',
  'engine previews': 'names.previews',
  'queue media.draw': 'names.file_stored',
  'queue identity_password_link': 'names.password_link',
  'queue identity_sign_in_refused': 'names.sign_in_refused',
  'queue mail_send': 'names.mail_send',
  'queue media.draw_slowly': 'names.draw_slowly',
  'queue purge': 'names.purge',
  'queue scrub': 'names.scrub',
  'queue security.propagate_acl': 'names.propagate_acl',
} as const;

function isKnown(word: string): word is keyof typeof names {
  return Object.hasOwn(names, word);
}

/** A service in the user's language. */
export function useServiceWords() {
  const { t } = useTranslation('services_settings');
  return {
    name: ({ kind, name }: Health): string => {
      const word = `${kind} ${name}`;
      return isKnown(word) ? t(names[word]) : name;
    },
    /** Files are read again at a fixed pace: waiting is normal. */
    waiting: ({ kind, name }: Health, count: number): string =>
      kind === 'queue' && name === 'scrub' ? t('planned', { count }) : t('waiting', { count }),
    /** E-mails in a folder reach nobody. */
    note: ({ kind, name }: Health): string | null => (kind === 'mail' && name === 'folder' ? t('mail_written') : null),
    /** Errors are quoted from the server; for stored files there is one fixed error, which is translated here. */
    trouble: ({ kind, last_error: error }: Health): string | null => {
      if (error === null) return null;
      return kind === 'stored_files' ? t('other_bytes') : t('last_error', { error });
    },
  };
}
