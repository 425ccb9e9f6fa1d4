-- What people change is written down, chained per account, so that a change or a gap in the log shows.
create table audit_chain (
  account_id bigint primary key references account (id),
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex')
);

create table audit_entry (
  account_id bigint not null references account (id),
  seq bigint not null,
  at timestamptz not null,
  action text not null,
  user_id bigint,
  -- The real person when someone acts as another; else the same as user_id.
  actor_user_id bigint,
  credential text not null check (credential in ('session', 'api_key', 'none')),
  -- What it was done to: `list:42`.
  subject text,
  -- May be erased together with its salt; the digest stays and keeps the chain whole.
  detail jsonb,
  salt bytea,
  digest bytea not null,
  hash bytea not null,
  primary key (account_id, seq)
);
create index audit_entry_by_time on audit_entry (account_id, at desc);
