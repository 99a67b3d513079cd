-- Who gave an account that nobody has used its way in: it is worth what they may do.
ALTER TABLE identity_user ADD COLUMN made_by BIGINT REFERENCES identity_user (users_id);

-- Of those from before, who gave them the rights of an admin is known. Whoever has chosen a password of their own, or
-- come in by a provider, has used theirs, also where an admin has asked for a new password since.
UPDATE identity_user
SET made_by = (SELECT MIN(a.given_by) FROM identity_admin a WHERE a.users_id = identity_user.users_id)
WHERE email_confirmed_at IS NULL AND (password_hash = '!' OR reset_pwd)
  AND NOT EXISTS (SELECT 1 FROM identity_provider_account p WHERE p.users_id = identity_user.users_id)
  AND NOT EXISTS (
    SELECT 1 FROM audit_entry e
    WHERE e.users_id = identity_user.users_id
      AND e.what IN ('reset_password', 'new_password', 'invitation_accept', 'invitation_join', 'provider_finish'));

-- No right is taken from anybody any more, so that nobody asks who gave it.
DROP INDEX identity_admin_given_by;
ALTER TABLE identity_admin DROP COLUMN given_by;
