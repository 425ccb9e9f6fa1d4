-- Changes of a whole list touch as little as they can: a row whose indexed columns stay the same is rewritten in its own page.

-- Half of a page stays free for the next version of its rows, so that a change of all of them stays off the indexes,
-- the text index above all. Pages that are there get their room as their rows change.
alter table lead set (fillfactor = 50);

-- An index of values or with a condition counts as changed when a lead goes to the trash; one of ranges of pages does not.
drop index lead_bin;
create index lead_bin on lead using brin (deleted_at);

-- Its list says so already: (account_id, list_id) refers to a list, and that to its account.
alter table lead drop constraint lead_account_id_fkey;
