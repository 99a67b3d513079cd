/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale } from '../platform/i18n/moments';
import classes from './AskDrop.module.css';
import type { AskingLink } from './answers';
import { Icon } from './Icon';
import { currentLanguage, say } from './texts';

type Props = { link: AskingLink; choose: (files: readonly File[]) => void };

/** Files are chosen here, or dropped. */
export function AskDrop({ link, choose }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { extensions, files_left: count, bytes_left } = link;
  const size = formatSize(bytes_left, dateLocale(currentLanguage()));
  const limits = [
    ...(extensions.length > 0 ? [say('askKinds', { kinds: extensions.join(', ') })] : []),
    ...(count > 0 ? [say('askRoom', { count, size })] : []),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by the button
    <div
      class={classes['drop']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <button type="button" class="button" data-look="outline" onClick={() => picker.current?.click()}>
        <Icon name="upload" />
        {say('askChoose')}
      </button>
      <span class={classes['or']}>{say('askDrop')}</span>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={say('askChoose')}
        accept={extensions.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          choose([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {limits.length > 0 && <p class={classes['limits']}>{limits.join(' · ')}</p>}
    </div>
  );
}
