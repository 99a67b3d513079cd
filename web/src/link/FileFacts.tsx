/** @jsxImportSource preact */
import { formatSize } from '../platform/i18n/format-size';
import { dateLocale, formatDay } from '../platform/i18n/moments';
import type { Entry } from './answers';
import classes from './FileFacts.module.css';
import { badgeOf, fileTypeOf } from './kinds';
import { currentLanguage, say } from './texts';

type Props = {
  file: Entry;
  /** In a line, without what is looked up rarely. */
  short?: boolean;
};

/** Type, size, pixels and date of a file. */
export function FileFacts({ file, short = false }: Props) {
  const { bytes, width, height, modified_at, entry_type } = file;
  const language = currentLanguage();
  const badge = badgeOf(file);
  const word = say(fileTypeOf(file).word);
  const facts: [label: string, value: string][] = [
    [say('factType'), badge === null || short || entry_type === 'pdf' ? word : `${word} (${badge})`],
    ...(bytes === null ? [] : [[say('factSize'), formatSize(bytes, dateLocale(language))] as [string, string]]),
    ...(width && height && entry_type === 'image'
      ? [[say('factPixels'), `${width} × ${height}`] as [string, string]]
      : []),
    [say('factChanged'), formatDay(modified_at, language)],
  ];
  return (
    <dl class={classes['facts']} data-short={short || undefined}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
