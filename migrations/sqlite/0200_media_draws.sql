-- Rooms above content have jobs of their own for what it stores.
UPDATE jobs_job SET kind = 'media.draw' WHERE kind = 'content.file_stored';
