import { useEffect } from 'react';
import { useOrganisation } from '../session/organisation';

const product = 'Vitrine';

/** The browser tab's title while a page is shown: the page, and whose it is. */
export function usePageTitle(title: string): void {
  const organisation = useOrganisation().name ?? product;
  useEffect(() => {
    document.title = title === '' ? organisation : `${title} · ${organisation}`;
  }, [title, organisation]);
}
