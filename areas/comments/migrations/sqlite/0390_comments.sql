-- What somebody said about an entry. One without a thread begins one; those of a thread are its answers.
CREATE TABLE comments_comment (
  comment_id INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  thread_id BIGINT REFERENCES comments_comment (comment_id) ON DELETE CASCADE, -- the first comment of its thread
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  text TEXT NOT NULL, -- a mention stands in it as <@users_id>
  made_at BIGINT NOT NULL,
  edited_at BIGINT,
  removed_at BIGINT, -- it has no text any more, and stays for its answers
  -- Of the first of a thread.
  resolved_at BIGINT,
  resolved_by BIGINT REFERENCES identity_user (users_id) ON DELETE SET NULL,
  -- The place in a picture or on a page that the thread is about, in thousandths of width and height.
  pin_x BIGINT CHECK (pin_x BETWEEN 0 AND 1000),
  pin_y BIGINT CHECK (pin_y BETWEEN 0 AND 1000),
  pin_page BIGINT CHECK (pin_page > 0),
  CHECK ((pin_x IS NULL) = (pin_y IS NULL))
);
CREATE INDEX comments_comment_node ON comments_comment (node_id, comment_id);
CREATE INDEX comments_comment_thread ON comments_comment (thread_id, comment_id);
CREATE INDEX comments_comment_by ON comments_comment (users_id);
CREATE INDEX comments_comment_resolved_by ON comments_comment (resolved_by);

-- Somebody who is mentioned in a comment, by the name that they had then.
CREATE TABLE comments_mention (
  comment_id BIGINT NOT NULL REFERENCES comments_comment (comment_id) ON DELETE CASCADE,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (comment_id, users_id)
);
CREATE INDEX comments_mention_of ON comments_mention (users_id);

-- Somebody who gets an e-mail about a thread soon, about all that was said in it from a comment on.
CREATE TABLE comments_waiting (
  thread_id BIGINT NOT NULL REFERENCES comments_comment (comment_id) ON DELETE CASCADE,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  since BIGINT NOT NULL, -- the first comment of the e-mail
  PRIMARY KEY (thread_id, users_id)
);
CREATE INDEX comments_waiting_of ON comments_waiting (users_id);
