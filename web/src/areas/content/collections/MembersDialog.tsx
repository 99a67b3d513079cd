import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../platform/api/problem';
import { useSession } from '../../../platform/session/use-session';
import { ConfirmDialog } from '../../../platform/ui/ConfirmDialog';
import { Modal } from '../../../platform/ui/Modal';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import { useFocusBack } from '../../../platform/ui/use-focus-back';
import { useIsPhone } from '../../../platform/ui/use-is-phone';
import dialog from '../dialog.module.css';
import { AddMember } from './AddMember';
import { collectionCalls, membersQuery, refresh } from './api';
import type { Collection, Member } from './collection-types';
import { MemberRow, type RowChoice } from './MemberRow';
import classes from './MembersDialog.module.css';
import { UnseenNote } from './UnseenNote';

/** Of so many members the owner is told at once what they do not see. */
const TOLD = 20;

type Props = { appId: number; collection: Pick<Collection, 'collection_id' | 'title' | 'role'>; close: () => void };

/** Who a collection is shared with, and what each may do with it. */
export function MembersDialog({ appId, collection, close }: Props) {
  const { t } = useTranslation(['content_actions', 'content']);
  const { collection_id: id, title, role } = collection;
  const client = useQueryClient();
  const navigate = useNavigate();
  const phone = useIsPhone();
  useFocusBack();
  const me = useSession()?.usersId;
  const { data, error } = useQuery(membersQuery(appId, id));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [heir, setHeir] = useState<Member | null>(null);
  const calls = collectionCalls(appId);
  const isOwner = role === 'owner';
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setRefusal(null);
    try {
      await call();
      return true;
    } catch (problem) {
      setRefusal(isProblem(problem) ? problem.message : t('content:error.failed'));
      return false;
    } finally {
      await refresh(client, appId, id);
    }
  };
  const choose = (member: Member, choice: RowChoice) => {
    if (choice === 'owner') return setHeir(member);
    if (choice !== 'leave') return void run(() => calls.changeRole(id, member.collection_member_id, choice));
    const leaves = member.users_id === me;
    void run(() => calls.removeMember(id, member.collection_member_id)).then((done) => {
      if (!done || !leaves || isOwner) return;
      close();
      void navigate({ to: '/content/$appId/collections', params: { appId } });
    });
  };
  return (
    <Modal
      opened
      onClose={close}
      fullScreen={phone}
      size={520}
      title={<span className={dialog['title']}>{t('collection.membersOf', { title })}</span>}
      closeButtonProps={{ 'aria-label': t('content:close') }}
    >
      <p className={classes['lead']}>{t('collection.membersHow')}</p>
      {isOwner && (
        <AddMember
          appId={appId}
          collectionId={id}
          add={(principal, wanted) => run(() => calls.share(id, principal, wanted))}
        />
      )}
      {(refusal ?? error) !== null && (
        <p role="alert" className={classes['refusal']}>
          {refusal ?? (isProblem(error) ? error.message : t('content:error.failed'))}
        </p>
      )}
      {data === undefined && error === null && <Skeleton height={44} radius="md" />}
      {data && (
        <ul className={classes['rows']} aria-label={t('collection.members')}>
          <li className={classes['row']}>
            <span className={classes['who']}>
              <PersonAvatar name={data.owner.name} src={data.owner.avatar_url} size={32} />
              <span className={classes['name']}>{data.owner.name}</span>
            </span>
            <span className={classes['quiet']}>{t('collection.roles.owner')}</span>
          </li>
          {data.items.map((member, place) => (
            <MemberRow
              key={member.collection_member_id}
              member={member}
              decides={isOwner}
              isMe={member.users_id === me}
              choose={(choice) => choose(member, choice)}
              note={isOwner && place < TOLD && <MemberNote appId={appId} collectionId={id} member={member} />}
            />
          ))}
        </ul>
      )}
      {heir !== null && heir.users_id !== null && (
        <ConfirmDialog
          title={t('collection.handOverQuestion', { title, name: heir.name })}
          text={t('collection.handOverText')}
          action={t('collection.handOver')}
          run={async () => {
            await calls.handOver(id, heir.users_id ?? 0);
            await refresh(client, appId, id);
            close();
          }}
          close={() => setHeir(null)}
        />
      )}
    </Modal>
  );
}

function MemberNote({ appId, collectionId, member }: { appId: number; collectionId: number; member: Member }) {
  const { users_id, user_group_id, name } = member;
  const principal = users_id !== null ? { users_id } : user_group_id !== null ? { user_group_id } : null;
  return principal && <UnseenNote {...{ appId, collectionId, principal, name }} />;
}
