-- People are asked whether a file can be approved. One review of a file goes on; those that have ended are its history.
CREATE TABLE reviews_review (
  review_id INTEGER PRIMARY KEY AUTOINCREMENT,
  node_id BIGINT NOT NULL REFERENCES nodes_node (node_id) ON DELETE CASCADE,
  asked_by BIGINT REFERENCES identity_user (users_id) ON DELETE SET NULL,
  message TEXT NOT NULL,
  one_is_enough BOOLEAN NOT NULL, -- one approval is; otherwise everybody has to approve
  due_on BIGINT, -- a day, counted from 1 January 1970
  asked_at BIGINT NOT NULL,
  -- What the answers about the present content come to; of one that has ended, what they came to then.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'changes_asked')),
  ended_at BIGINT,
  ended_by BIGINT REFERENCES identity_user (users_id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX reviews_review_open ON reviews_review (node_id) WHERE ended_at IS NULL;
CREATE INDEX reviews_review_node ON reviews_review (node_id, review_id);
CREATE INDEX reviews_review_asked_by ON reviews_review (asked_by);
CREATE INDEX reviews_review_ended_by ON reviews_review (ended_by);

-- Somebody who is asked, and what they answered last.
CREATE TABLE reviews_reviewer (
  review_id BIGINT NOT NULL REFERENCES reviews_review (review_id) ON DELETE CASCADE,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  waits BOOLEAN NOT NULL, -- the review waits for their answer about the present content
  due_on BIGINT NOT NULL, -- that of the review; the last of all days without one
  reminded BOOLEAN NOT NULL,
  approves BOOLEAN,
  words TEXT,
  version BIGINT, -- the number of the content that they saw
  hash TEXT, -- and its hash
  answered_at BIGINT,
  PRIMARY KEY (review_id, users_id),
  CHECK ((approves IS NULL) = (answered_at IS NULL))
);
CREATE INDEX reviews_reviewer_of ON reviews_reviewer (users_id);
CREATE INDEX reviews_reviewer_waits ON reviews_reviewer (users_id, due_on, review_id) WHERE waits;
CREATE INDEX reviews_reviewer_due ON reviews_reviewer (due_on) WHERE waits AND NOT reminded;

-- What a reviewer answered about an earlier content of the file.
CREATE TABLE reviews_earlier_answer (
  review_id BIGINT NOT NULL,
  users_id BIGINT NOT NULL,
  version BIGINT NOT NULL,
  approves BOOLEAN NOT NULL,
  words TEXT NOT NULL,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (review_id, users_id, version),
  FOREIGN KEY (review_id, users_id) REFERENCES reviews_reviewer (review_id, users_id) ON DELETE CASCADE
);
