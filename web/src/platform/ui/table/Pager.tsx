import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Pager.module.css';
import { counted, pageLinks, pageSizes, type TableView } from './table-view';

type Props = { view: TableView; total: number; shown: number };

/** The size of a page, the range of its rows, and links to the others. */
export function Pager({ view, total, shown }: Props) {
  const { t } = useTranslation('settings');
  const { page, size } = view;
  const { isMore, known, pages } = counted(view, total);
  const from = (page - 1) * size + 1;
  const range = { from, to: from + shown - 1, total: known };
  return (
    <div className={classes['pager']}>
      <NativeSelect
        className={classes['size'] ?? ''}
        label={t('table.rows_per_page')}
        data={pageSizes.map(String)}
        value={String(size)}
        onChange={(event) => {
          const wanted = Number(event.currentTarget.value);
          const next = pageSizes.find((one) => one === wanted);
          if (next !== undefined) view.show({ size: next });
        }}
      />
      <p className={classes['range']} role="status">
        {shown === 0 ? '' : isMore ? t('table.range_more', range) : t('table.range', range)}
      </p>
      <nav className={classes['pages']} aria-label={t('table.pages')}>
        <button
          type="button"
          className={classes['page']}
          aria-label={t('table.previous')}
          disabled={page <= 1}
          onClick={() => view.show({ page: page - 1 })}
        >
          <IconChevronLeft size={16} stroke={2} aria-hidden />
        </button>
        {pageLinks(page, pages).map((one, at) =>
          one === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place
            <span key={`gap-${at}`} className={classes['gap']} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              className={classes['page']}
              data-number
              aria-label={t('table.page', { page: one })}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => view.show({ page: one })}
            >
              {one}
            </button>
          ),
        )}
        <button
          type="button"
          className={classes['page']}
          aria-label={t('table.next')}
          disabled={page >= pages}
          onClick={() => view.show({ page: page + 1 })}
        >
          <IconChevronRight size={16} stroke={2} aria-hidden />
        </button>
      </nav>
    </div>
  );
}
