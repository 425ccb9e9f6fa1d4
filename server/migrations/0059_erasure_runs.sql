-- Erasing a person is a run: what it still looks for is kept sealed until it ends, and the report shows its state.
alter table erasure add column run_id bigint;
alter table erasure add column state text not null default 'succeeded';
-- Sealed: the person's values and the place that the run has reached.
alter table erasure add column progress text;
alter table erasure add constraint erasure_state_check check (state in ('running', 'succeeded', 'cancelled', 'failed'));
-- Whether a phone is shared is asked before anybody is erased by it.
create index corpus_person_phone on corpus_person (phone) where phone is not null;
