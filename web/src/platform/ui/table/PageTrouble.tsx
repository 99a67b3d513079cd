import type { ReactNode } from 'react';
import { PageHeader } from '../PageHeader';
import { TableTrouble } from './TableTrouble';

type Props = { back: ReactNode; title: string; error: unknown; retry: () => unknown };

/** A page of something that could not be loaded: the way back, and why. */
export function PageTrouble({ back, title, error, retry }: Props) {
  return (
    <>
      <PageHeader back={back} title={title} />
      <TableTrouble error={error} retry={retry} />
    </>
  );
}
