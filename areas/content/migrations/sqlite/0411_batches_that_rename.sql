-- Of an entry of a batch that gives new names: the one that it is to get. An entry that waits and has a former name was
-- called something else meanwhile, because another entry of the batch has the name until it gets its own.
ALTER TABLE content_batch_entry ADD COLUMN wanted_name TEXT;
