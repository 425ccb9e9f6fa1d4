-- Addresses at which programs hand in leads of a list, and what they have handed in within 30 days.
create table import_address (
  account_id bigint not null references account (id),
  list_id bigint not null,
  -- Null: turned off. What people decided stays.
  key_hash text,
  -- Sealed; null: deliveries need no signature
  secret text,
  -- What people decided: {column: target}
  mapping jsonb not null default '{}',
  -- What was proposed for columns that nobody decided about: {column: target}
  proposed jsonb not null default '{}',
  country text,
  label_ids bigint[] not null default '{}',
  notify_ids bigint[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null default now(),
  renewed_at timestamptz,
  primary key (account_id, list_id)
);
create unique index import_address_key on import_address (key_hash) where key_hash is not null;

create sequence import_delivery_id_seq;

create table import_delivery (
  account_id bigint not null references account (id),
  id bigint not null default nextval('import_delivery_id_seq'),
  list_id bigint not null,
  -- The Idempotency-Key or webhook-id of its sender
  sent_key text,
  body_hash text not null,
  -- accepted or refused
  state text not null,
  -- Why it was refused
  reason text,
  -- Rows as sent: {column: text}; null for one that is not kept
  rows jsonb not null,
  -- [{result, reason, lead_id}] of each row
  results jsonb not null,
  -- Columns that fill no field, and about which nobody decided
  unknown_columns jsonb not null,
  replays int not null default 0,
  received_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index import_delivery_of_list on import_delivery (account_id, list_id, id);
create unique index import_delivery_key on import_delivery (account_id, list_id, sent_key) where sent_key is not null;
create index import_delivery_age on import_delivery (received_at);
