-- Background actions.

-- Long work as its owner sees it. Of two, the later began later (`ordinal`).
CREATE TABLE activity_action (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  bg_action_id TEXT NOT NULL CONSTRAINT activity_action_id UNIQUE, -- its name in the API
  bg_group_id TEXT NOT NULL, -- actions that a page shows as one
  users_id BIGINT NOT NULL,
  tenant_id BIGINT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  type TEXT NOT NULL,
  icon TEXT,
  progress BIGINT NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  status TEXT NOT NULL,
  node_id BIGINT,
  parent_id BIGINT,
  job_id BIGINT, -- which carries it out
  cancellable BOOLEAN NOT NULL DEFAULT FALSE,
  created_at BIGINT NOT NULL
);
CREATE INDEX activity_action_mine ON activity_action (users_id, ordinal);
CREATE INDEX activity_action_node ON activity_action (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX activity_action_job ON activity_action (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX activity_action_age ON activity_action (created_at);
