-- SQLite's own indexes know the pieces of names.
SELECT 1;
