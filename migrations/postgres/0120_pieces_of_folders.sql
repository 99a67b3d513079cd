-- PostgreSQL needs no list of what the names in a folder have.
SELECT 1;
