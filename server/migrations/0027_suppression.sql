-- Addresses, domains, phones and people that must never be stored, shown or written to again, and erasures of people.
create sequence suppression_id_seq;

create table suppression (
  account_id bigint not null references account (id),
  id bigint not null default nextval('suppression_id_seq'),
  kind text not null check (kind in ('email', 'domain', 'phone', 'profile')),
  -- Keyed hash of kind and value: all that matching needs.
  digest bytea not null,
  -- Null for a person who was erased: refused for ever, and yet nowhere in the database.
  value text,
  note text,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, digest)
);

-- Hidden by an entry of the account or of one above it; deleted_at is set as well, so that everything leaves it out.
alter table lead add column suppressed_by bigint;
create index lead_suppressed on lead (suppressed_by) where suppressed_by is not null;

create sequence erasure_id_seq;
create table erasure (
  account_id bigint not null references account (id),
  id bigint not null default nextval('erasure_id_seq'),
  kind text not null check (kind in ('email', 'phone', 'profile')),
  digest bytea not null,
  -- How many records per place; no values.
  removed jsonb not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
