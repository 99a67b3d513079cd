-- What a change of rights touched. A set that is behind looks at this, and not at all guards: at a guard, with what hangs
-- under it where `below` says so; at the way up from a node; or, where both are missing, at everything. A change of what one
-- group or user holds is none to all others.
CREATE TABLE security_change (
  change_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  guard_id BIGINT,
  node_id BIGINT,
  user_group_id BIGINT,
  users_id BIGINT,
  below BOOLEAN NOT NULL
);
CREATE INDEX security_change_epoch ON security_change (tenant_id, epoch);

-- A guard says what is set at its node and which guard it hangs under; what it inherits is read there, and copied nowhere.
-- stays: it holds at its node alone, beside the one that is handed down.
ALTER TABLE security_guard ADD COLUMN stays BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE security_guard SET stays = TRUE
WHERE EXISTS (
  SELECT 1 FROM security_guarded g
  WHERE g.node_id = security_guard.node_id AND g.self_guard_id = security_guard.guard_id AND g.flow_guard_id <> security_guard.guard_id
);
ALTER TABLE security_guard DROP COLUMN grants;
CREATE INDEX security_grant_group ON security_grant (tenant_id, user_group_id) WHERE user_group_id IS NOT NULL;

-- turn: grows whenever something is written about the set, so that two who write about it notice each other.
ALTER TABLE security_principal_set ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
-- Sets are worked out anew: ways that lead to something in the bin are none any more.
DELETE FROM security_verdict;
DELETE FROM security_passable;
DELETE FROM security_principal_set;
CREATE INDEX security_passable_node ON security_passable (node_id);
