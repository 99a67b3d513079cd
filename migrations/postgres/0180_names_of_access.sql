-- Tables, columns and indexes bear the names of the field; nothing in them changes.
ALTER TABLE nodes_node RENAME COLUMN own_guard TO has_own_acl;
ALTER TABLE nodes_node RENAME COLUMN twin TO duplicate;
ALTER INDEX nodes_node_guarded RENAME TO nodes_node_with_acl;

ALTER TABLE security_guard RENAME TO security_acl;
ALTER TABLE security_acl RENAME COLUMN guard_id TO acl_id;
ALTER TABLE security_acl RENAME COLUMN parent_guard_id TO parent_acl_id;
ALTER SEQUENCE security_guard_guard_id_seq RENAME TO security_acl_acl_id_seq;
ALTER INDEX security_guard_pkey RENAME TO security_acl_pkey;
ALTER INDEX security_guard_tenant RENAME TO security_acl_tenant;
ALTER INDEX security_guard_node RENAME TO security_acl_node;
ALTER INDEX security_guard_parent RENAME TO security_acl_parent;

ALTER TABLE security_guarded RENAME TO security_node_acl;
ALTER TABLE security_node_acl RENAME COLUMN self_guard_id TO effective_acl_id;
ALTER TABLE security_node_acl RENAME COLUMN flow_guard_id TO inheritable_acl_id;
ALTER INDEX security_guarded_pkey RENAME TO security_node_acl_pkey;
ALTER INDEX security_guarded_flow RENAME TO security_node_acl_inheritable;

ALTER TABLE security_verdict RENAME TO security_effective_role;
ALTER TABLE security_effective_role RENAME COLUMN guard_id TO acl_id;
ALTER INDEX security_verdict_pkey RENAME TO security_effective_role_pkey;
ALTER TABLE security_effective_role RENAME CONSTRAINT security_verdict_role_check TO security_effective_role_role_check;

ALTER TABLE security_passable RENAME TO security_traversable;
ALTER INDEX security_passable_pkey RENAME TO security_traversable_pkey;
ALTER INDEX security_passable_node RENAME TO security_traversable_node;

ALTER TABLE security_change RENAME COLUMN guard_id TO acl_id;

ALTER TABLE security_fence RENAME TO security_propagation;
ALTER TABLE security_propagation RENAME COLUMN fence_id TO propagation_id;
ALTER SEQUENCE security_fence_fence_id_seq RENAME TO security_propagation_propagation_id_seq;
ALTER INDEX security_fence_pkey RENAME TO security_propagation_pkey;
ALTER INDEX security_fence_tenant RENAME TO security_propagation_tenant;
UPDATE jobs_job SET kind = 'security.propagate_acl', serial_key = replace(serial_key, 'guards:', 'acl:')
WHERE kind = 'security.rewrite_guards';

ALTER TABLE content_upload_piece RENAME TO content_partial_upload;
ALTER TABLE content_partial_upload RENAME COLUMN piece_id TO partial_id;
ALTER SEQUENCE content_upload_piece_piece_id_seq RENAME TO content_partial_upload_partial_id_seq;
ALTER INDEX content_upload_piece_pkey RENAME TO content_partial_upload_pkey;
ALTER INDEX content_upload_piece_user RENAME TO content_partial_upload_user;
