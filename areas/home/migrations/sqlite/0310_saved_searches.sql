-- A search that a person keeps in a library.
CREATE TABLE home_saved_search (
  saved_search_id INTEGER PRIMARY KEY AUTOINCREMENT,
  users_id BIGINT NOT NULL REFERENCES identity_user (users_id) ON DELETE CASCADE,
  application_instance_id BIGINT NOT NULL
    REFERENCES tenancy_application_instance (application_instance_id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  query TEXT NOT NULL, -- what is searched for, as the address of the search page says it
  UNIQUE (users_id, application_instance_id, query)
);
CREATE INDEX home_saved_search_instance ON home_saved_search (application_instance_id);
