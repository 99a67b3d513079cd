-- The Google document of a repository, and the address of its owner. It holds no secret.
CREATE TABLE storage_gdrive_config (
  repository_id BIGINT NOT NULL PRIMARY KEY REFERENCES content_repository (repository_id) ON DELETE CASCADE,
  document_id TEXT NOT NULL,
  owner_email TEXT NOT NULL
);
