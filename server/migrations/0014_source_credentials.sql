-- Keys of vendors, sealed. The nearest one up the account's tree counts.
create table source_credential (
  id bigint primary key generated always as identity,
  account_id bigint not null references account (id),
  source_id text not null,
  sealed text not null,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  unique (account_id, source_id)
);
