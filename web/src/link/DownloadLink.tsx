/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Icon } from './Icon';
import { useSharing } from './sharing';

/** `primary`: the one of the view; `bar`: that on the tenant's colour; `icon`: only the drawing, with a label. */
export type Look = 'primary' | 'bar' | 'icon' | 'plain';

type Props = {
  href: string;
  look: Look;
  label?: string;
  children?: ComponentChildren;
};

/** Saves a file or an archive. It is a link, so that the browser's own downloads take it over. */
export function DownloadLink({ href, look, label, children }: Props) {
  const { mayDownload, spend } = useSharing();
  if (!mayDownload) return null;
  return (
    <a
      class="button"
      data-look={look}
      href={href}
      download=""
      aria-label={label}
      title={label}
      onClick={() => spend(href)}
    >
      <Icon name="download" size={look === 'icon' ? 18 : 20} />
      {children}
    </a>
  );
}
