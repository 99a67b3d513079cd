import { Button } from '@mantine/core';
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Pin } from './comment-queries';
import classes from './Pins.module.css';

interface Props {
  pin: Pin | null;
  placing: boolean;
  setPlacing: (placing: boolean) => void;
  remove: () => void;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** Sets a pin for the comment that is being written, or takes it away. */
export function PinTool({ pin, placing, setPlacing, remove }: Props) {
  const { t } = useTranslation('comments_panel');
  if (pin !== null) {
    return (
      <Button size="xs" variant="light" leftSection={<IconMapPinOff {...icon} />} onClick={remove}>
        {t('pin.remove')}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="xs"
        variant={placing ? 'light' : 'default'}
        aria-pressed={placing}
        leftSection={<IconMapPin {...icon} />}
        onClick={() => setPlacing(!placing)}
      >
        {t('pin.set')}
      </Button>
      {placing && (
        <span role="status" className={classes['hint']}>
          {t('pin.hint')}
        </span>
      )}
    </>
  );
}
