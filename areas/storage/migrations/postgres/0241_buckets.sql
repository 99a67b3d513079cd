-- A file server may be a bucket of an S3 store; `url` is the address of the store then.
ALTER TABLE content_file_server ADD COLUMN kind TEXT COLLATE "C" NOT NULL DEFAULT 'posix' CHECK (kind IN ('posix', 's3'));
UPDATE content_file_server SET kind = type;
ALTER TABLE content_file_server DROP COLUMN type;
ALTER TABLE content_file_server RENAME COLUMN kind TO type;

-- How a bucket is asked, for each file server of that type.
CREATE TABLE storage_bucket (
  file_server_id BIGINT NOT NULL PRIMARY KEY REFERENCES content_file_server (file_server_id),
  region TEXT COLLATE "C" NOT NULL,
  bucket TEXT COLLATE "C" NOT NULL,
  prefix TEXT COLLATE "C" NOT NULL, -- what all keys begin with, without slashes around it; may be empty
  path_style BOOLEAN NOT NULL, -- the bucket is in the path, not in the host's name
  access_key TEXT COLLATE "C" NOT NULL,
  secret_key TEXT COLLATE "C" NOT NULL -- encrypted
);
