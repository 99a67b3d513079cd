-- PostgreSQL keeps its tables in no order: the index that is there is what it needs.
SELECT 1;
