import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { ruleText } from '../../../platform/i18n/rule-text';
import { useUnsavedWork } from '../../../platform/session/expiry';
import { faultsOf, type LinkFault, type LinkField, type LinkOptions, MOST_ADDRESSES } from './link-options';
import { MOST_EXTENSIONS, MOST_FILES, MOST_GIGABYTES } from './request-options';

export type LinkErrors = Partial<Record<LinkField, string>>;

interface Props {
  from: () => LinkOptions;
  /** The link has a password already. */
  kept?: boolean;
  /** Its error is shown at the field, or below the form. */
  save: (options: LinkOptions, before: LinkOptions) => Promise<void>;
}

/** The options of a link while they are edited. */
export function useLinkForm({ from, kept = false, save }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const [initial, setInitial] = useState(from);
  const [options, setOptions] = useState(initial);
  const [errors, setErrors] = useState<LinkErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useUnsavedWork(options !== initial);
  const words: Record<LinkFault, string> = {
    mandatory: ruleText('form_rules.mandatory'),
    past: t('link.fault.past'),
    far: t('link.fault.far'),
    short: t('link.fault.short'),
    limit: t('link.fault.limit'),
    address: t('link.fault.address'),
    many: t('link.fault.many', { most: MOST_ADDRESSES }),
    files: t('request.fault.files', { most: MOST_FILES }),
    gigabytes: t('request.fault.gigabytes', { most: MOST_GIGABYTES }),
    extension: t('request.fault.extension'),
    many_extensions: t('request.fault.many_extensions', { most: MOST_EXTENSIONS }),
  };
  const change = (over: Partial<LinkOptions>) => {
    setOptions({ ...options, ...over });
    setErrors({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(null);
    const faults = Object.entries(faultsOf(options, Date.now() / 1000, { kept }));
    setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, words[fault]])));
    if (faults.length > 0) return;
    setBusy(true);
    try {
      await save(options, initial);
    } catch (error) {
      const told = errorsOf(error);
      setErrors(told);
      if (Object.keys(told).length === 0) setRefusal(isProblem(error) ? error.message : t('content:error.failed'));
    } finally {
      setBusy(false);
    }
  };
  /** For the next link: what was chosen stays. A password that was wanted is wanted again, as a new one. */
  const again = () => {
    const next = { ...options, password: '' };
    setInitial(next);
    setOptions(next);
  };
  return { options, change, errors, refusal, busy, submit, again };
}

/** The server's errors at the fields that have one. */
function errorsOf(error: unknown): LinkErrors {
  if (!isProblem(error)) return {};
  const fields: readonly string[] = [
    'label',
    'expires_at',
    'password',
    'download_limit',
    'allowed_addresses',
    'watermark',
    'message',
    'file_limit',
    'byte_limit',
    'extensions',
  ] satisfies readonly LinkField[];
  const known = (error.errors ?? []).filter(({ field }) => fields.includes(field));
  const isKnown = (key: string) => key.startsWith('form_rules.');
  return Object.fromEntries(
    known.map(({ field, key, params }) => [field, isKnown(key) ? ruleText(key, params ?? {}) : error.message]),
  );
}
