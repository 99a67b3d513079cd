import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserView } from './browser-view';
import { UNDATED } from './bucket-marks';
import type { Section } from './grid-layout';
import { daysOf, groupsOf, groupTitle } from './sections';
import { useExtent } from './use-extent';

/** The sections of a list: its folders, then its files, by day, month or letter where that helps. */
export function useSections(view: BrowserView): readonly Section[] {
  const { t, i18n } = useTranslation('content');
  const { entries, list, order, more } = view;
  const byDay = view.hits?.byDay === true;
  // Among other hits, folders come anywhere.
  const isMixed = view.hits !== undefined && !byDay;
  const { folders, length } = useExtent(view);
  // Of a long list the whole is known by its buckets, whatever is loaded.
  const groups = useMemo(
    () => (byDay ? daysOf(entries) : groupsOf(list === null ? entries : [], list, isMixed ? null : order)),
    [entries, list, order, isMixed, byDay],
  );
  return useMemo(() => {
    if (isMixed) return [{ kind: 'files', from: 0, to: length, title: null }];
    const sections: Section[] = [];
    if (folders > 0) sections.push({ kind: 'folders', from: 0, to: folders, title: t('grid.folders') });
    if (length <= folders) return sections;
    if (groups.length === 0) return [...sections, { kind: 'files', from: folders, to: length, title: t('grid.files') }];
    const now = Date.now() / 1000;
    const titles = new Map([
      ['', t('grid.files')],
      [UNDATED, t('grid.undated')],
    ]);
    let from = folders;
    for (const [at, { key, count }] of groups.entries()) {
      const isLast = at === groups.length - 1;
      // What has come or gone since they were counted is in the last one.
      const to = isLast ? length : Math.min(length, from + count);
      const title = titles.get(key) ?? groupTitle(key, now, i18n.language);
      if (to > from)
        sections.push({
          kind: 'files',
          from,
          to,
          title,
          ...(!(isLast && more && list === null) && { count: to - from }),
        });
      from = to;
    }
    return sections;
  }, [isMixed, folders, length, groups, more, list, t, i18n.language]);
}
