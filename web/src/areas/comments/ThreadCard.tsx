import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommentBody } from './CommentBody';
import { Composer } from './Composer';
import { answersQuery, type commentCalls, type Thread } from './comment-queries';
import classes from './ThreadCard.module.css';

interface Props {
  appId: number;
  thread: Thread;
  calls: ReturnType<typeof commentCalls>;
  /** After each change. */
  changed: () => Promise<void>;
  /** It was chosen by its pin. */
  chosen: boolean;
  /** Shows the place that it is about. */
  toPin: () => void;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** A thread: its comments, and ways to answer and to resolve it. */
export function ThreadCard({ appId, thread, calls, changed, chosen, toPin }: Props) {
  const { t } = useTranslation('comments_panel');
  const [replying, setReplying] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const { comment_id: id, node_id: nodeId, resolved, pin, pin_number: number } = thread;
  const [whole, setWhole] = useState(false);
  const all = useQuery({ ...answersQuery(appId, nodeId, id), enabled: whole });
  const answers = (whole && all.data) || thread.answers;
  const hidden = thread.answer_count - answers.length;
  useEffect(() => {
    if (chosen) card.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [chosen]);
  const after = async (call: Promise<void>) => {
    await call;
    await changed();
  };
  return (
    <li
      ref={card}
      className={classes['thread']}
      data-chosen={chosen || undefined}
      data-resolved={!!resolved || undefined}
    >
      {pin && number !== null && (
        <button type="button" className={classes['pin']} onClick={toPin}>
          <IconMapPin {...icon} />
          {pin.page === null ? t('pin.of', { number }) : t('pin.ofPage', { number, page: pin.page })}
        </button>
      )}
      {[thread, ...answers].map((comment, at) => (
        <Fragment key={comment.comment_id}>
          {at === 1 && hidden > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              className={classes['earlier'] ?? ''}
              loading={all.isFetching}
              onClick={() => (whole ? void all.refetch() : setWhole(true))}
            >
              {t('earlier', { count: hidden })}
            </Button>
          )}
          <CommentBody
            {...{ appId, nodeId, comment }}
            edit={(text) => after(calls.edit(comment.comment_id, text))}
            remove={() => after(calls.remove(comment.comment_id))}
          />
        </Fragment>
      ))}
      {resolved && (
        <p className={classes['resolved']}>
          <IconCheck {...icon} />
          {resolved.by === null ? t('resolvedBySomebody') : t('resolvedBy', { name: resolved.by })}
        </p>
      )}
      {replying ? (
        <Composer
          {...{ appId, nodeId }}
          about={`answer ${id}`}
          label={t('writeReply', { name: thread.made_by.name })}
          action={t('reply')}
          autoFocus
          send={async (text) => {
            await after(calls.answer(id, text));
            setReplying(false);
          }}
          cancel={() => setReplying(false)}
        />
      ) : (
        <div className={classes['tools']}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowBackUp {...icon} />}
            onClick={() => setReplying(true)}
          >
            {t('reply')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={resolved ? undefined : <IconCheck {...icon} />}
            onClick={() => void after(calls.resolve(id, !resolved))}
          >
            {resolved ? t('reopen') : t('resolve')}
          </Button>
        </div>
      )}
    </li>
  );
}
