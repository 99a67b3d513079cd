-- Jobs that propagate ACLs take turns by tenant, under the key that new ones have.
UPDATE jobs_job SET serial_key = 'acls:' || substr(serial_key, 5) WHERE serial_key LIKE 'acl:%' AND state = 'queued';
