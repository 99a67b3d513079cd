-- Who gave a grant, and when; NULL for those given before this was kept. A changed grant is given anew.
ALTER TABLE security_grant ADD COLUMN given_by BIGINT;
ALTER TABLE security_grant ADD COLUMN given_at BIGINT;
