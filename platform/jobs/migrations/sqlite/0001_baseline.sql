-- Work that outlives a request, and what pages are told.

-- A job. It is queued until a worker claims it for a while (`lease_until`).
CREATE TABLE jobs_job (
  job_id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  tenant_id BIGINT NOT NULL DEFAULT 0, -- tenants take turns; 0 is nobody's
  serial_key TEXT, -- jobs of one key run one after the other
  priority BIGINT NOT NULL DEFAULT 0,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts BIGINT NOT NULL DEFAULT 0,
  claims BIGINT NOT NULL DEFAULT 0, -- a worker whose claim is not the last one has lost the job
  run_at BIGINT NOT NULL,
  lease_until BIGINT,
  cancel_requested BOOLEAN NOT NULL DEFAULT FALSE,
  error TEXT,
  created_at BIGINT NOT NULL DEFAULT (unixepoch()),
  finished_at BIGINT,
  CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
-- The queue of each kind: by priority, then by tenant, so that the next in turn is found by a seek.
CREATE INDEX jobs_job_open ON jobs_job (kind, priority, tenant_id, run_at, job_id)
  WHERE state = 'queued' AND NOT cancel_requested;
CREATE INDEX jobs_job_unwanted ON jobs_job (job_id) WHERE state = 'queued' AND cancel_requested;
CREATE INDEX jobs_job_leased ON jobs_job (lease_until) WHERE state = 'running';
CREATE INDEX jobs_job_serial ON jobs_job (serial_key, state, job_id) WHERE serial_key IS NOT NULL;
CREATE UNIQUE INDEX jobs_job_alone ON jobs_job (serial_key) WHERE state = 'running';
CREATE INDEX jobs_job_finished ON jobs_job (finished_at) WHERE finished_at IS NOT NULL;

-- A message for the pages that have joined a room of the live socket.
CREATE TABLE jobs_event (
  event_id INTEGER PRIMARY KEY AUTOINCREMENT,
  room TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL DEFAULT (unixepoch())
);

-- A queue that tells those who wait their place: it gives out offsets one after the other, and knows the current one.
CREATE TABLE jobs_topic (
  topic TEXT NOT NULL PRIMARY KEY,
  given BIGINT NOT NULL,
  current BIGINT NOT NULL,
  CHECK (current <= given)
);
