-- An address is somebody's once they have proven it. Until then each tenant may have an account for it, and none of
-- these keeps another from being made or from being confirmed.
ALTER TABLE identity_user ADD COLUMN email_confirmed_at BIGINT;
DROP INDEX identity_user_email;
CREATE UNIQUE INDEX identity_user_email ON identity_user (email_key) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX identity_user_by_email ON identity_user (email_key, users_id);
CREATE UNIQUE INDEX identity_user_address ON identity_user (email_key, COALESCE(tenant_id, 0));

-- Of the accounts from before, those count as confirmed whose owner has followed a mailed link, unless somebody else
-- has changed them since; and masters.
UPDATE identity_user
SET email_confirmed_at = created_at
WHERE master OR EXISTS (
  SELECT 1
  FROM audit_entry a
  WHERE a.users_id = identity_user.users_id AND a.what IN ('new_password', 'confirm_email', 'invitation_accept')
    AND NOT EXISTS (
      SELECT 1
      FROM audit_entry b
      WHERE b.object_kind = 'users' AND b.object_id = identity_user.users_id AND b.what = 'update_user'
        AND b.users_id <> identity_user.users_id AND b.audit_id > a.audit_id));

-- Who is in a group without being at home in its tenant and without a company that the group has invited is out.
DELETE FROM identity_member
WHERE NOT EXISTS (
  SELECT 1
  FROM tenancy_usergroup g
  JOIN identity_user u ON u.users_id = identity_member.users_id
  LEFT JOIN tenancy_external_company x
    ON x.user_group_id = g.user_group_id AND x.company_id = u.company_id AND x.accepted_at IS NOT NULL
  WHERE g.user_group_id = identity_member.user_group_id AND (g.tenant_id = u.tenant_id OR x.company_id IS NOT NULL));
UPDATE tenancy_epoch SET epoch = epoch + 1;
