import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../platform/api/client';
import { formatDay } from '../../platform/i18n/moments';
import classes from './ServicesPage.module.css';
import { useServiceWords } from './use-service-words';
import { WithCode } from './WithCode';

const icons = { ok: IconCircleCheck, trouble: IconAlertTriangle, down: IconCircleX } as const;

/** One service: its state as icon, word and colour, its facts, and its last error. */
export function ServiceRow({ service }: { service: Schema<'ServiceHealth'> }) {
  const { t, i18n } = useTranslation('services_settings');
  const words = useServiceWords();
  const trouble = words.trouble(service);
  const Icon = icons[service.state];
  const { version, place, millis, waiting, failed, files, read_since } = service;
  const facts = [
    version,
    place,
    millis === null ? null : t('millis', { count: millis }),
    waiting === null || waiting === 0 ? null : words.waiting(service, waiting),
    failed === null || failed === 0 ? null : t('failed', { count: failed }),
    files === null ? null : t('files', { count: files }),
    read_since === null ? null : t('read_since', { date: formatDay(read_since, i18n.language) }),
  ];
  return (
    <li className={classes['row']}>
      <span className={classes['state']} data-state={service.state}>
        <Icon size={20} stroke={1.8} aria-hidden />
        {t(`states.${service.state}`)}
      </span>
      <div className={classes['words']}>
        <span className={classes['name']}>{words.name(service)}</span>
        <span className={classes['facts']}>{facts.filter((fact) => fact !== null).join(' · ')}</span>
        {words.note(service) !== null && <span className={classes['error']}>{words.note(service)}</span>}
        {service.lacks !== null && <span className={classes['error']}>{t(`lacks.${service.lacks}`)}</span>}
        {trouble !== null && (
          <span className={classes['error']}>
            <WithCode text={trouble} />
          </span>
        )}
      </div>
    </li>
  );
}
