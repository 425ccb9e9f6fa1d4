-- What the program thought of a pair before a person decided, so that the decision can be undone.
alter table corpus_link add column found_state text check (found_state in ('linked', 'possible'));
