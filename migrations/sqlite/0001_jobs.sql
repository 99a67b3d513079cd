-- Work that outlives a request, and events that reach pages.
CREATE TABLE jobs_job (
  job_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  serial_key TEXT,
  priority BIGINT NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts BIGINT NOT NULL DEFAULT 0,
  claims BIGINT NOT NULL DEFAULT 0,
  run_at BIGINT NOT NULL,
  lease_until BIGINT,
  cancel_requested BOOLEAN NOT NULL DEFAULT FALSE,
  error TEXT,
  created_at BIGINT NOT NULL DEFAULT (unixepoch()),
  finished_at BIGINT,
  CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
CREATE INDEX jobs_job_open ON jobs_job (priority, run_at, job_id) WHERE state = 'queued';
CREATE INDEX jobs_job_leased ON jobs_job (lease_until) WHERE state = 'running';
CREATE INDEX jobs_job_serial ON jobs_job (serial_key, state, job_id) WHERE serial_key IS NOT NULL;
CREATE UNIQUE INDEX jobs_job_alone ON jobs_job (serial_key) WHERE state = 'running';
CREATE INDEX jobs_job_finished ON jobs_job (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE jobs_event (
  event_id INTEGER PRIMARY KEY AUTOINCREMENT,
  room TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL DEFAULT (unixepoch())
);
