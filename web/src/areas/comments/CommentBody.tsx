import { ActionIcon } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/i18n/moments';
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog';
import { Menu } from '../../platform/ui/Menu';
import { PersonAvatar } from '../../platform/ui/PersonAvatar';
import classes from './CommentBody.module.css';
import { Composer } from './Composer';
import type { Comment } from './comment-queries';
import { draftOf, piecesOf } from './mention-text';

interface Props {
  appId: number;
  nodeId: number;
  comment: Comment;
  edit: (text: string) => Promise<void>;
  remove: () => Promise<void>;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** One comment: who said what, and when. */
export function CommentBody({ appId, nodeId, comment, edit, remove }: Props) {
  const { t, i18n } = useTranslation('comments_panel');
  const [state, setState] = useState<'shown' | 'edited' | 'leaving'>('shown');
  const { made_by: author, may_edit, may_remove } = comment;
  const shown = () => setState('shown');
  return (
    <div className={classes['comment']}>
      <PersonAvatar name={author.name} src={comment.removed ? null : author.avatar_url} size={28} />
      <div className={classes['body']}>
        <div className={classes['head']}>
          <span className={classes['name']} dir="auto">
            {author.name}
          </span>
          <span className={classes['quiet']}>
            <time>{formatMoment(comment.made_at, i18n.language)}</time>
            {comment.edited_at !== null && ` · ${t('edited')}`}
          </span>
          {(may_edit || may_remove) && state !== 'edited' && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon
                  className={classes['options'] ?? ''}
                  size={28}
                  aria-label={t('options', { name: author.name })}
                >
                  <IconDots {...icon} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {may_edit && (
                  <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setState('edited')}>
                    {t('edit')}
                  </Menu.Item>
                )}
                {may_remove && (
                  <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setState('leaving')}>
                    {t('delete')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
        {state === 'edited' ? (
          <Composer
            {...{ appId, nodeId }}
            about={`edit ${comment.comment_id}`}
            label={t('edit')}
            action={t('save')}
            initial={draftOf(comment.text, comment.mentions)}
            autoFocus
            send={async (text) => {
              await edit(text);
              shown();
            }}
            cancel={shown}
          />
        ) : (
          <CommentWords comment={comment} />
        )}
      </div>
      {state === 'leaving' && (
        <ConfirmDialog
          title={t('deleteTitle')}
          text={t('deleteText')}
          action={t('delete')}
          run={remove}
          close={shown}
        />
      )}
    </div>
  );
}

function CommentWords({ comment: { removed, text, mentions } }: { comment: Comment }) {
  const { t } = useTranslation('comments_panel');
  if (removed) return <p className={classes['removed']}>{t('removed')}</p>;
  return (
    <p className={classes['text']} dir="auto">
      {piecesOf(text, mentions).map((piece, index) =>
        'text' in piece ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are in its order
          <span key={index} className={classes['mention']}>
            @{piece.name}
          </span>
        ),
      )}
    </p>
  );
}
