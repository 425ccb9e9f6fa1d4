-- Keys of lead sources show their last characters and how they did; sources are ordered, priced, limited and paused.
alter table source_credential
  add column hint text,
  add column tested_at timestamptz,
  add column test_problem text,
  add column vendor_plan text,
  add column vendor_left bigint,
  add column daily_limit int check (daily_limit > 0);

-- Whether leads of a source cost nothing with a key of the account's own.
alter table plan_version add column own_key_free boolean not null default true;

-- What administrators have decided about a source; one without a row is as it was declared.
create table source_setting (
  source_id text primary key,
  place int,
  is_on boolean not null default true,
  prices jsonb not null default '{}',
  daily_limit int check (daily_limit > 0),
  updated_at timestamptz not null default now()
);

-- Failures in a row and the pause that follows, of one key or, as credential 0, of the source for everybody.
create table source_health (
  source_id text not null,
  credential_id bigint not null default 0,
  failures int not null default 0,
  parks int not null default 0,
  parked_until timestamptz,
  park_reason text check (park_reason in ('failures', 'unauthorized', 'quota', 'admin')),
  errors jsonb not null default '[]',
  primary key (source_id, credential_id)
);

-- Requests of a day (UTC) with one key, for limits that all processes keep together.
create table source_day (
  source_id text not null,
  credential_id bigint not null default 0,
  day date not null,
  asked int not null,
  primary key (source_id, credential_id, day)
);

-- How questions ended, by hour.
create table source_use (
  account_id bigint not null references account (id),
  source_id text not null,
  credential_id bigint not null default 0,
  hour timestamptz not null,
  asked bigint not null,
  hits bigint not null,
  failed bigint not null,
  vendor_cost double precision not null,
  ms bigint not null,
  primary key (account_id, source_id, credential_id, hour)
);
create index source_use_hour on source_use (hour);
