import { Button, NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '../../../platform/ui/date/calendar';
import { DateField } from '../../../platform/ui/date/DateField';
import { GivesField } from './GivesField';
import classes from './LinkFields.module.css';
import { type LinkOptions, lastDay, SHORTEST_PASSWORD, suggestPassword } from './link-options';
import { RequestLimits } from './RequestLimits';
import { RequestWords } from './RequestWords';
import type { LinkErrors } from './use-link-form';
import { ViewOnlyFields } from './ViewOnlyFields';

interface Props {
  options: LinkOptions;
  change: (over: Partial<LinkOptions>) => void;
  errors: LinkErrors;
  /** The link has a password already. */
  kept?: boolean;
  /** Of a link that asks for files: whether title and message are among them. */
  words?: boolean;
  /** Whether it is for looking alone is among them. */
  viewing?: boolean;
  /** An entry of the link. */
  of?: { appId: number; nodeId: number } | undefined;
}

/** What a link asks and allows: its end, password, limits. */
export function LinkFields({ options, change, errors, kept = false, words = true, viewing = true, of }: Props) {
  const { t } = useTranslation('content_actions');
  return (
    <div className={classes['fields']}>
      {words && options.request !== null && <RequestWords {...{ options, change, errors }} request={options.request} />}
      <div className={classes['end']}>
        <DateField
          label={t('link.day')}
          value={options.day}
          min={today()}
          max={lastDay()}
          change={(day) => change({ day })}
        />
        <TextInput
          type="time"
          label={t('link.time')}
          value={options.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
        <Fault text={errors.expires_at} />
      </div>
      {options.request !== null && (
        <RequestLimits request={options.request} change={(request) => change({ request })} errors={errors} />
      )}
      <PasswordPart {...{ options, change, errors, kept }} />
      {viewing && options.request === null && <ViewOnlyFields {...{ options, change, errors }} />}
      {options.request === null && !options.viewOnly && (
        <GivesField gives={options.gives} change={(gives) => change({ gives })} of={of} />
      )}
      {options.request === null && !options.viewOnly && (
        <NumberInput
          label={t('link.limit')}
          placeholder={t('link.no_limit')}
          value={options.limit}
          onChange={(limit) => change({ limit })}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          error={errors.download_limit}
        />
      )}
      <TextInput
        label={t('link.addresses')}
        description={t('link.addresses_how')}
        placeholder="203.0.113.7, 198.51.100.0/24"
        value={options.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
        error={errors.allowed_addresses}
        autoComplete="off"
        spellCheck={false}
      />
      {options.request === null && (
        <TextInput
          label={t('link.label')}
          description={t('link.label_how')}
          value={options.label}
          maxLength={200}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={errors.label}
          autoComplete="off"
        />
      )}
    </div>
  );
}

function PasswordPart({ options, change, errors, kept }: Required<Omit<Props, 'words' | 'viewing' | 'of'>>) {
  const { t } = useTranslation('content_actions');
  const [visible, setVisible] = useState(false);
  const suggest = () => {
    setVisible(true);
    change({ password: suggestPassword() });
  };
  return (
    <>
      <Switch
        label={t('link.asks_password')}
        checked={options.asksPassword}
        onChange={(event) => change({ asksPassword: event.currentTarget.checked })}
      />
      {options.asksPassword && (
        <div className={classes['password']}>
          <PasswordInput
            label={t('link.password')}
            placeholder={kept ? t('link.password_kept') : t('link.fault.short')}
            value={options.password}
            onChange={(event) => change({ password: event.currentTarget.value })}
            visible={visible}
            onVisibilityChange={setVisible}
            visibilityToggleButtonProps={{
              'aria-label': t('link.password_show'),
              'aria-pressed': visible,
              tabIndex: 0,
              'aria-hidden': false,
            }}
            minLength={SHORTEST_PASSWORD}
            autoComplete="new-password"
            error={errors.password}
          />
          <Button variant="default" leftSection={<IconDice5 size={18} stroke={1.7} aria-hidden />} onClick={suggest}>
            {t('link.suggest')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Day and time have their error in common. */
function Fault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={classes['fault']}>
      {text}
    </p>
  );
}
