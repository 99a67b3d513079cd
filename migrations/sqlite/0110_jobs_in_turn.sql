-- The queues of each kind: by priority, then by tenant, so that the next in turn is found by a seek.
ALTER TABLE jobs_job ADD COLUMN tenant_id BIGINT NOT NULL DEFAULT 0;
DROP INDEX jobs_job_open;
CREATE INDEX jobs_job_open ON jobs_job (kind, priority, tenant_id, run_at, job_id)
  WHERE state = 'queued' AND NOT cancel_requested;
CREATE INDEX jobs_job_unwanted ON jobs_job (job_id) WHERE state = 'queued' AND cancel_requested;
