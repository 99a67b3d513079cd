-- Who invited the company: an invitation that nobody has accepted is worth what its maker may do.
ALTER TABLE tenancy_external_company ADD COLUMN invited_by BIGINT REFERENCES identity_user (users_id);

-- The log knows who made those from before, unless two people invited for the group in the same second.
UPDATE tenancy_external_company
SET invited_by = (
  SELECT MIN(a.users_id)
  FROM audit_entry a
  JOIN identity_user u ON u.users_id = a.users_id
  WHERE a.object_kind = 'usergroup' AND a.object_id = tenancy_external_company.user_group_id
    AND a.what = 'external_company_invite' AND a.at = tenancy_external_company.invited_at
  HAVING COUNT(DISTINCT a.users_id) = 1);
CREATE INDEX tenancy_external_company_open ON tenancy_external_company (invited_by) WHERE accepted_at IS NULL;

-- Who gave the rights: those of an account that nobody has used are worth what their giver may do.
ALTER TABLE identity_admin ADD COLUMN given_by BIGINT REFERENCES identity_user (users_id);
CREATE INDEX identity_admin_given_by ON identity_admin (given_by) WHERE given_by IS NOT NULL;
