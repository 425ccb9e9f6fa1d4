-- Lists over all accounts for administrators: runs, AI texts and changes, newest first; and runs that repeat another.
alter table run add column previous_run_id bigint;
create unique index run_repeats_once on run (account_id, previous_run_id) where previous_run_id is not null;
create index run_newest on run (id desc);
create index run_by_state on run (state, id desc);
create index run_by_kind on run (kind, id desc);

create index ai_text_newest on ai_text (id desc);
create index ai_text_by_state on ai_text (state, id desc);

create index audit_entry_by_action on audit_entry (action, at desc);
