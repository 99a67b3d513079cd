import { useEffect } from 'react';
import { atBase, pictureAt } from '../base-path';
import { useOrganisation } from '../session/organisation';
import { hueOf, initials } from './initials';

/** The picture of the browser's tab: the organisation's logo, its letters, or the product's mark. */
export function OrganisationIcon() {
  const { name, logo } = useOrganisation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null) return;
    const address = name === null ? atBase('/favicon.svg') : logo === null ? letters(name) : pictureAt(logo);
    link.type = name === null || logo === null ? 'image/svg+xml' : 'image/webp';
    if (link.getAttribute('href') !== address) link.href = address;
  }, [name, logo]);
  return null;
}

function letters(name: string): string {
  const shown = initials(name).replaceAll(/[<>&]/g, '');
  const hue = hueOf(name);
  const text = `<text x="16" y="21" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="14" fill="oklch(0.4 0.12 ${hue})">${shown}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="oklch(0.93 0.05 ${hue})"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
