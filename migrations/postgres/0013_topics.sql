-- Queues whose waiters are told their place: each gives out offsets one after the other, and knows which one is current.
CREATE TABLE jobs_topic (
  topic TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  given BIGINT NOT NULL,
  current BIGINT NOT NULL,
  CHECK (current <= given)
);
