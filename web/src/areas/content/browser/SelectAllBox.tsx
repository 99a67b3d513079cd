import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserView } from './browser-view';
import classes from './EntryTable.module.css';
import { SelectMark } from './SelectMark';

/** The box in the head of a list: it selects everything, also what is not loaded, or nothing. */
export function SelectAllBox({ view }: { view: BrowserView }) {
  const { t } = useTranslation('content');
  const { selectedPart, selectAll, clear } = view;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selectedPart === 'some';
  }, [selectedPart]);
  return (
    <label className={classes['all']}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('actions.selectAll')}
        checked={selectedPart === 'all'}
        onChange={selectedPart === 'all' ? clear : selectAll}
      />
      <SelectMark selected={selectedPart === 'all' || (selectedPart === 'some' && 'some')} />
    </label>
  );
}
