-- Calls that enrich one lead: its runs, and where the result is sent.
create sequence enrich_call_id_seq;

create table enrich_call (
  account_id bigint not null references account (id),
  id bigint not null default nextval('enrich_call_id_seq'),
  list_id bigint not null,
  lead_id bigint not null,
  -- [{want, run_id, state, reason}]: state and reason are set where there is no run
  lookups jsonb not null,
  run_ids bigint[] not null,
  callback_url text,
  called_back_at timestamptz,
  callback_problem text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index enrich_call_runs on enrich_call using gin (run_ids);
create index enrich_call_age on enrich_call (created_at);
