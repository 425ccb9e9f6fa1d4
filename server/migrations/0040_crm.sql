-- CRM push: accounts at CRMs, which field goes where, what runs make of leads, and the ledger of what was sent.

create sequence crm_connection_id_seq;
create table crm_connection (
  account_id bigint not null references account (id),
  id bigint not null default nextval('crm_connection_id_seq'),
  crm text not null check (crm in ('ghl', 'keap', 'zapier')),
  way text not null check (way in ('oauth', 'token', 'url')),
  label text not null,
  -- Access, sealed; empty once it is disconnected.
  sealed text not null,
  hint text,
  -- Location of GoHighLevel, application of Keap, a fingerprint of Zapier's address.
  remote_account text not null,
  state text not null default 'ready' check (state in ('ready', 'refused')),
  problem text,
  -- Whoever renews the access holds it until then.
  renewed_until timestamptz,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  tested_at timestamptz,
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index crm_connection_once on crm_connection (account_id, crm, remote_account) where deleted_at is null;

-- A visit to a consent page that has not come back yet; good for one use.
create table crm_consent (
  state_hash text primary key,
  account_id bigint not null references account (id),
  user_id bigint not null references app_user (id),
  crm text not null,
  expires_at timestamptz not null
);

create table crm_mapping (
  account_id bigint not null references account (id),
  connection_id bigint not null,
  list_type text not null,
  version int not null,
  -- [{field, to, policy}]
  items jsonb not null,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  primary key (account_id, connection_id, list_type, version),
  foreign key (account_id, connection_id) references crm_connection (account_id, id)
);

create table crm_item (
  account_id bigint not null references account (id),
  run_id bigint not null,
  lead_id bigint not null,
  state text not null default 'queued',
  reason text,
  -- [{field, label, ours, theirs, wins}]
  conflicts jsonb not null default '[]',
  primary key (account_id, run_id, lead_id),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index crm_item_to_retry on crm_item (account_id, run_id) where state in ('failed', 'not_tried');

-- One row for each lead and connection: written as `sending` before the request, completed after it.
create table crm_ledger (
  account_id bigint not null references account (id),
  connection_id bigint not null,
  lead_id bigint not null,
  list_id bigint not null,
  run_id bigint,
  state text not null check (state in ('sending', 'sent', 'failed')),
  remote_id text,
  sent jsonb not null default '{}',
  stored jsonb,
  tags jsonb not null default '[]',
  dropped jsonb not null default '[]',
  error text,
  times int not null default 0,
  sent_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, connection_id, lead_id),
  foreign key (account_id, connection_id) references crm_connection (account_id, id)
);
create index crm_ledger_of_list on crm_ledger (account_id, list_id, updated_at desc);
