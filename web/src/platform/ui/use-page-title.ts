import { useEffect } from 'react';

const product = 'Vitrine';

/** The browser tab's title while a page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? product : `${title} · ${product}`;
  }, [title]);
}
