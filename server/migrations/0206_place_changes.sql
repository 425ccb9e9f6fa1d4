-- What changed about a place between two releases of its source, and of which parts of a source an earlier release is known.
alter table corpus_place add column changes jsonb;
-- Places of each earlier import that a running one has too.
alter table corpus_load add column seen jsonb not null default '{}';
-- Boxes that were fetched completely.
alter table corpus_area add column covered jsonb not null default '[]';
