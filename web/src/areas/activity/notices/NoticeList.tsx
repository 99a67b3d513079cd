import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../platform/registry/notices';
import classes from './NoticeList.module.css';
import { NoticeRow } from './NoticeRow';
import { clearUpTo, removeNotice } from './notice-queries';
import { useNoticeKinds } from './use-notice-kinds';
import { useNotices } from './use-notices';
import { usePictures } from './use-pictures';

interface Props {
  /** Called when a link leads away. */
  onLeave: () => void;
}

/** What others did that concerns the user: first what they have not seen yet. */
export function NoticeList({ onLeave }: Props) {
  const { t } = useTranslation('activity_notices');
  const client = useQueryClient();
  const kinds = useNoticeKinds();
  const { notices, isNew, isError, isPending, refetch, ...more } = useNotices();
  const pictureOf = usePictures(notices);
  const list = useRef<HTMLDivElement>(null);
  if (isError) {
    return (
      <div className={classes['empty']} role="alert">
        <p>{t('failed')}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (isPending || kinds === null) return <div className={classes['waiting']} />;
  const [first] = notices;
  if (first === undefined) {
    return (
      <div className={classes['empty']}>
        <IconBell size={28} stroke={1.5} aria-hidden />
        <h2>{t('empty.title')}</h2>
        <p>{t('empty.text')}</p>
      </div>
    );
  }
  const remove = (notice: Notice) => {
    focusBeside(list.current, notice.notice_id);
    void removeNotice(client, notice.notice_id);
  };
  const parts = [
    { key: 'new', items: notices.filter((notice) => isNew(notice.notice_id)) },
    { key: 'earlier', items: notices.filter((notice) => !isNew(notice.notice_id)) },
  ] as const;
  return (
    <div ref={list} className={classes['list']} tabIndex={-1}>
      {parts.map(
        ({ key, items }) =>
          items.length > 0 && (
            <section key={key} aria-label={t(`part.${key}`)}>
              <h2 className={classes['heading']}>{t(`part.${key}`)}</h2>
              <ul className={classes['rows']}>
                {items.map((notice) => (
                  <NoticeRow
                    key={notice.notice_id}
                    notice={notice}
                    kind={kinds.get(notice.kind)}
                    isNew={key === 'new'}
                    picture={pictureOf(notice)}
                    remove={() => remove(notice)}
                    onLeave={onLeave}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <div className={classes['foot']}>
        {more.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            list.current?.focus();
            void clearUpTo(client, first.notice_id);
          }}
        >
          {t('clear')}
        </Button>
      </div>
    </div>
  );
}

/** The focus stays in the list when its row goes. */
function focusBeside(list: HTMLElement | null, id: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])];
  const at = rows.findIndex((row) => row.dataset['notice'] === String(id));
  const next = rows[at + 1] ?? rows[at - 1];
  (next?.querySelector<HTMLElement>('a, button') ?? list)?.focus();
}
