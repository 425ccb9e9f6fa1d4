-- Models of accounts (address, name and sealed key), their price by plan, and prompts with versions that never change.

create table model_key (
  account_id bigint primary key references account (id),
  base_url text not null,
  model text not null,
  -- The key, sealed; the empty key of a server that wants none is sealed too.
  sealed text not null,
  hint text,
  tested_at timestamptz,
  problem text,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now()
);
-- A key belongs to the account.
alter table app_user drop column open_ai_api_key_sealed;
alter table plan_version add column ai_credits_per_1000_tokens int not null default 1
  check (ai_credits_per_1000_tokens >= 0);

-- The model of the installation's own account is the one that the environment names.
update account set support_open_ai_api_key = true where parent_id is null;

create sequence fine_tune_id_seq;
create table fine_tune (
  account_id bigint not null references account (id),
  id bigint not null default nextval('fine_tune_id_seq'),
  type text not null,
  prompt_type text not null,
  name text not null,
  -- A custom field that its texts fill; null: the field of its type.
  field text,
  is_shared boolean not null default false,
  version int not null default 1,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);

create table fine_tune_version (
  account_id bigint not null,
  fine_tune_id bigint not null,
  version int not null,
  text text not null,
  max_characters int not null,
  language text not null,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  primary key (account_id, fine_tune_id, version),
  foreign key (account_id, fine_tune_id) references fine_tune (account_id, id)
);
