import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/api/client';
import { userQuery } from '../../../platform/session/account';
import { notify } from '../../../platform/ui/notify';
import { PersonAvatar } from '../../../platform/ui/PersonAvatar';
import classes from './AvatarField.module.css';
import { cutSquare } from './cut-square';
import { usersPath } from './user';

type Props = { user: { users_id: number; name: string; avatar_url: string | null } };

/** A user's picture, saved as soon as it is chosen. */
export function AvatarField({ user }: Props) {
  const { t } = useTranslation('identity_settings');
  const client = useQueryClient();
  const [shown, setShown] = useState(user.avatar_url);
  const [busy, setBusy] = useState(false);
  const params = { path: { users_id: user.users_id } };
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['get', usersPath] }),
      client.invalidateQueries({ queryKey: userQuery(user.users_id).queryKey }),
    ]);
  const choose = async (file: File | null) => {
    if (file === null) return;
    setBusy(true);
    const picture = await cutSquare(file).catch(() => null);
    if (picture === null) notify.error(t('avatar.unreadable'));
    else {
      const { data } = await api.PUT(`${usersPath}/{users_id}/avatar`, {
        params,
        // The API document says bytes; openapi-typescript has no type for them.
        body: picture as never,
        bodySerializer: (bytes) => bytes,
        headers: { 'content-type': 'application/octet-stream' },
      });
      if (data !== undefined) {
        setShown(data.avatar_url);
        await refresh();
      }
    }
    setBusy(false);
  };
  const remove = async () => {
    const { error } = await api.DELETE(`${usersPath}/{users_id}/avatar`, { params });
    if (error !== undefined) return;
    setShown(null);
    await refresh();
  };
  return (
    <div className={classes['field']}>
      <PersonAvatar name={user.name} src={shown} size={56} />
      <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg,image/webp">
        {(props) => (
          <Button {...props} variant="default" loading={busy}>
            {shown === null ? t('avatar.choose') : t('avatar.change')}
          </Button>
        )}
      </FileButton>
      {shown !== null && (
        <Button variant="subtle" color="gray" onClick={() => void remove()}>
          {t('avatar.remove')}
        </Button>
      )}
    </div>
  );
}
