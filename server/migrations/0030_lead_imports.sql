-- Leads come from files: how an account mapped such columns last, what a file's rows were left out for, and by what an entity is known.

create table import_mapping (
  account_id bigint not null references account (id),
  list_type text not null,
  -- SHA-256 of the names of the columns, in order.
  header_digest text not null,
  -- {column: target}, as the import was started with.
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (account_id, list_type, header_digest)
);

-- Rows of a file that are in no list, with their cells, so that they can be put right and imported again.
create table import_rejected (
  account_id bigint not null references account (id),
  run_id bigint not null,
  line bigint not null,
  reason text not null,
  cells jsonb not null,
  primary key (account_id, run_id, line)
);

-- What the same business or person is known by beside its key: an email, a profile, a domain, a name at a place.
create table entity_alias (
  account_id bigint not null references account (id),
  list_type text not null,
  alias text not null,
  entity_id bigint not null,
  primary key (account_id, list_type, alias),
  foreign key (account_id, entity_id) references entity (account_id, id) on delete cascade
);
create index entity_alias_of on entity_alias (account_id, entity_id);
