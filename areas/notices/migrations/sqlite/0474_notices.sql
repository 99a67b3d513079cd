-- Something that a person is told: what somebody did that concerns them. One that is renewed gets another id, so the
-- highest id is the latest.
CREATE TABLE notices_notice (
  notice_id INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id BIGINT NOT NULL REFERENCES tenancy_tenant (tenant_id) ON DELETE CASCADE,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE, -- who is told
  kind TEXT NOT NULL,
  from_id BIGINT REFERENCES identity_user (users_id) ON DELETE SET NULL, -- who did it, or did it last
  node_id BIGINT REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  subject BIGINT NOT NULL, -- what it is about, as the room of its kind counts such things
  detail TEXT NOT NULL CHECK (LENGTH(detail) <= 2000), -- JSON, without names
  times BIGINT NOT NULL CHECK (times > 0), -- how often it happened since it was seen last
  told_at BIGINT NOT NULL, -- when it happened last
  seen_at BIGINT
);
CREATE INDEX notices_notice_latest ON notices_notice (users_id, notice_id);
CREATE INDEX notices_notice_unseen ON notices_notice (users_id, notice_id) WHERE seen_at IS NULL;
CREATE INDEX notices_notice_subject ON notices_notice (kind, subject, users_id);
CREATE INDEX notices_notice_age ON notices_notice (told_at);
CREATE INDEX notices_notice_tenant ON notices_notice (tenant_id);
CREATE INDEX notices_notice_from ON notices_notice (from_id);
CREATE INDEX notices_notice_node ON notices_notice (node_id);
