import { UnstyledButton } from '@mantine/core';
import { IconFolder, IconLibraryPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './PlaceRow.module.css';
import type { Place } from './use-places';

interface Props {
  label: string;
  picture: ReactNode;
  run: () => void;
}

/** A place to which something is added, or what is added there. */
export function PlaceRow({ label, picture, run }: Props) {
  return (
    <li>
      <UnstyledButton className={classes['row'] ?? ''} onClick={run}>
        {picture}
        <span className={classes['name']} dir="auto">
          {label}
        </span>
      </UnstyledButton>
    </li>
  );
}

export function PlaceIcon({ place }: { place: Place }) {
  const Picture = place.isRepository ? IconLibraryPhoto : IconFolder;
  return <Picture size={20} stroke={1.7} aria-hidden />;
}
