-- Within a tenant, people take turns: 0 is nobody.
ALTER TABLE jobs_job ADD COLUMN users_id BIGINT NOT NULL DEFAULT 0;
DROP INDEX jobs_job_open;
CREATE INDEX jobs_job_open ON jobs_job (kind, priority, tenant_id, users_id, run_at, job_id)
  WHERE state = 'queued' AND NOT cancel_requested;
