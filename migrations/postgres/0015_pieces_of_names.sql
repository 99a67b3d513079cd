-- PostgreSQL's own index knows how often a piece of a name occurs.
SELECT 1;
