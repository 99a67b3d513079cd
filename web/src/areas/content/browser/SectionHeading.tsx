import { useTranslation } from 'react-i18next';
import type { Section } from './grid-layout';
import classes from './SectionHeading.module.css';

interface Props {
  section: Section;
  columns: number;
  /** How many previews are on their way, said here. */
  drawing: number;
}

/** The line over the folders, or over the files of a day. */
export function SectionHeading({ section, columns, drawing }: Props) {
  const { t, i18n } = useTranslation('content');
  const { title, count } = section;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
    // biome-ignore lint/a11y/useFocusableInteractive: a heading is passed over by the arrow keys
    <div role="rowheader" aria-colspan={columns} className={classes['heading']}>
      {title}
      {count !== undefined && <span className={classes['count']}>{count.toLocaleString(i18n.language)}</span>}
      {drawing > 0 && <span className={classes['note']}>{t('preview.drawing', { count: drawing })}</span>}
    </div>
  );
}
