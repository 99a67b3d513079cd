-- Tables, columns and indexes bear the names of the field; nothing in them changes.
ALTER TABLE nodes_node RENAME COLUMN own_guard TO has_own_acl;
ALTER TABLE nodes_node RENAME COLUMN twin TO duplicate;
DROP INDEX nodes_node_guarded;
CREATE INDEX nodes_node_with_acl ON nodes_node (parent_id, kind, name_key, node_id) WHERE state = 1 AND has_own_acl;

ALTER TABLE security_guard RENAME TO security_acl;
ALTER TABLE security_acl RENAME COLUMN guard_id TO acl_id;
ALTER TABLE security_acl RENAME COLUMN parent_guard_id TO parent_acl_id;
DROP INDEX security_guard_tenant;
DROP INDEX security_guard_node;
DROP INDEX security_guard_parent;
CREATE INDEX security_acl_tenant ON security_acl (tenant_id);
CREATE INDEX security_acl_node ON security_acl (node_id);
CREATE INDEX security_acl_parent ON security_acl (parent_acl_id);

ALTER TABLE security_guarded RENAME TO security_node_acl;
ALTER TABLE security_node_acl RENAME COLUMN self_guard_id TO effective_acl_id;
ALTER TABLE security_node_acl RENAME COLUMN flow_guard_id TO inheritable_acl_id;
DROP INDEX security_guarded_flow;
CREATE INDEX security_node_acl_inheritable ON security_node_acl (inheritable_acl_id);

ALTER TABLE security_verdict RENAME TO security_effective_role;
ALTER TABLE security_effective_role RENAME COLUMN guard_id TO acl_id;

ALTER TABLE security_passable RENAME TO security_traversable;
DROP INDEX security_passable_node;
CREATE INDEX security_traversable_node ON security_traversable (node_id);

ALTER TABLE security_change RENAME COLUMN guard_id TO acl_id;

ALTER TABLE security_fence RENAME TO security_propagation;
ALTER TABLE security_propagation RENAME COLUMN fence_id TO propagation_id;
DROP INDEX security_fence_tenant;
CREATE INDEX security_propagation_tenant ON security_propagation (tenant_id);
UPDATE jobs_job SET kind = 'security.propagate_acl', serial_key = replace(serial_key, 'guards:', 'acl:')
WHERE kind = 'security.rewrite_guards';

ALTER TABLE content_upload_piece RENAME TO content_partial_upload;
ALTER TABLE content_partial_upload RENAME COLUMN piece_id TO partial_id;
DROP INDEX content_upload_piece_user;
CREATE INDEX content_partial_upload_user ON content_partial_upload (users_id);
