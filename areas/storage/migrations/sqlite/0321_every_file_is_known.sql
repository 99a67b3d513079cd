-- Earlier versions did not record the files that they stored. The scrub finds only recorded files.
INSERT INTO content_check (node_id, checked_at)
SELECT n.node_id, 0
FROM nodes_node n
WHERE n.content_hash IS NOT NULL AND n.state IN (1, 2)
ON CONFLICT (node_id) DO NOTHING;
