/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { DownloadLink, type Look } from './DownloadLink';
import { Icon } from './Icon';
import { useSharing } from './sharing';
import { hasSizes, nameOf, originalUrl, type Subject } from './subject';
import { say } from './texts';

type Props = {
  subject: Subject;
  look: Look;
  label?: string;
  children?: ComponentChildren;
};

/** Saves a file or an archive as it is; and beside it, or where originals stay inside instead of it, in another size. */
export function Save({ subject, look, label, children }: Props) {
  const { mayDownload, sizes, chooseSize } = useSharing();
  const sized = sizes !== 'none' && hasSizes(subject);
  const choose = () => chooseSize(subject);
  if (mayDownload) {
    return (
      <>
        <DownloadLink href={originalUrl(subject)} look={look} {...(label !== undefined && { label })}>
          {children}
        </DownloadLink>
        {sized && look !== 'icon' && <SizesButton look={look} name={nameOf(subject)} choose={choose} />}
      </>
    );
  }
  if (!sized) return null;
  return (
    <button type="button" class="button" data-look={look} aria-label={label} title={label} onClick={choose}>
      <Icon name="download" size={look === 'icon' ? 18 : 20} />
      {children}
    </button>
  );
}

type SizesProps = { look: Look; name: string; choose: () => void };

function SizesButton({ look, name, choose }: SizesProps) {
  return (
    <button
      type="button"
      class="button sizes"
      data-look={look === 'plain' ? 'plain' : 'outline'}
      aria-label={say('sizesOf', { name })}
      onClick={choose}
    >
      <Icon name="ratio" />
      <span>{say('sizes')}</span>
    </button>
  );
}
