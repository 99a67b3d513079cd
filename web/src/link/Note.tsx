/** @jsxImportSource preact */
import { Icon } from './Icon';
import classes from './Note.module.css';
import { useSharing } from './sharing';
import { say } from './texts';

/** What the link does not offer, or only so many times more. */
export function Note() {
  const { link, left } = useSharing();
  if (link.may_download && !link.originals && left === null) {
    return (
      <p class={classes['note']}>
        <Icon name="ratio" size={18} />
        {say('sizesOnly')}
      </p>
    );
  }
  if (!link.may_download) {
    return (
      <p class={classes['note']}>
        <Icon name="eye" size={18} />
        {say(link.has_watermark ? 'watermarked' : 'viewOnly')}
      </p>
    );
  }
  if (left === null) return null;
  return (
    <p class={classes['note']} role="status">
      <Icon name="download" size={18} />
      {left > 0 ? say('downloadsLeft', { count: left }) : say('noDownloadsLeft')}
    </p>
  );
}
