-- Settings of the installation that administrators change while it runs. A name without a row has its default.
create table setting (
  name text primary key,
  value jsonb not null,
  updated_by bigint,
  updated_at timestamptz not null default now()
);
