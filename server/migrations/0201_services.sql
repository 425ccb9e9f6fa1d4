-- Services that an account sells, with the signals that make a prospect; accounts below have them until they have own ones.
create sequence service_id_seq;

create table service (
  account_id bigint not null references account (id),
  id bigint not null default nextval('service_id_seq'),
  name text not null,
  template text,
  -- [{signal, is}], the strongest reason first
  signals jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index service_name on service (account_id, lower(name)) where deleted_at is null;
create index service_bin on service (deleted_at) where deleted_at is not null;
