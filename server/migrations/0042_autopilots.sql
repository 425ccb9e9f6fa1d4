-- Autopilot: searches of lists that start by themselves, and each time (slot) at which one has.
create sequence autopilot_id_seq;
create table autopilot (
  account_id bigint not null references account (id),
  id bigint not null default nextval('autopilot_id_seq'),
  name text not null,
  list_id bigint not null,
  every text not null check (every in ('hour', 'day', 'week', 'month')),
  -- HH:MM on the clock of the time zone.
  at text not null,
  -- 1 is Monday; of a weekly one.
  weekday int,
  -- 1 to 31; of a monthly one.
  month_day int,
  time_zone text not null,
  -- New leads at most; null: as many as the search has.
  cap int,
  month_cap int,
  only_new boolean not null default true,
  -- It pauses after so many runs in a row without a new lead.
  empty_limit int not null default 3,
  empty_runs int not null default 0,
  -- [{step, options, condition}], in their order.
  steps jsonb not null default '[]',
  state text not null default 'active' check (state in ('active', 'paused')),
  pause_reason text,
  pause_message text,
  paused_at timestamptz,
  -- When it runs next; null while it is paused.
  next_slot timestamptz,
  -- Since when its search has matched only leads that are there.
  exhausted_at timestamptz,
  -- Whose rights, caps and charges its runs have.
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  version int not null default 1,
  updated_by bigint references app_user (id),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create index autopilot_due on autopilot (next_slot) where state = 'active' and deleted_at is null;
create index autopilot_bin on autopilot (deleted_at) where deleted_at is not null;

-- One time at which an autopilot ran. Its row is written in the transaction that starts the search: the key over
-- the slot says that no slot starts twice, and the one over working ones that an autopilot does one thing at a time.
create sequence autopilot_run_id_seq;
create table autopilot_run (
  account_id bigint not null references account (id),
  id bigint not null default nextval('autopilot_run_id_seq'),
  autopilot_id bigint not null,
  slot timestamptz not null,
  is_manual boolean not null default false,
  state text not null check (state in ('working', 'finished', 'failed', 'cancelled', 'skipped')),
  -- 0 is the search, 1 the first of its steps.
  step int not null default 0,
  -- The run that does this step; null: not started, or done at once.
  run_id bigint,
  search_run_id bigint,
  -- The steps as they were when it started.
  steps jsonb not null default '[]',
  results jsonb not null default '[]',
  matched int,
  leads int not null default 0,
  cost int not null default 0,
  message text,
  started_by bigint references app_user (id),
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, autopilot_id) references autopilot (account_id, id) on delete cascade
);
create unique index autopilot_run_slot on autopilot_run (account_id, autopilot_id, slot);
create unique index autopilot_run_working on autopilot_run (account_id, autopilot_id) where state = 'working';
create index autopilot_run_newest on autopilot_run (account_id, autopilot_id, slot desc);
