-- A version of a kit on its way to many accounts, and what it did in each.
create sequence kit_rollout_id_seq;

create table kit_rollout (
  account_id bigint not null references account (id),
  id bigint not null default nextval('kit_rollout_id_seq'),
  kit_id bigint not null,
  -- its name at the start
  kit text not null,
  version int not null,
  -- kinds of settings in it
  parts text[] not null default '{}',
  -- package: for a new customer of a package that names the kit
  kind text not null,
  conflicts text not null,
  state text not null default 'waiting',
  rolls_back bigint,
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, id),
  constraint kit_rollout_kind check (kind in ('apply', 'roll_back', 'package')),
  constraint kit_rollout_state check (state in ('waiting', 'running', 'stopping', 'stopped', 'done'))
);
create index kit_rollout_open on kit_rollout (account_id, kit_id) where ended_at is null;

create table kit_rollout_account (
  account_id bigint not null references account (id),
  rollout_id bigint not null,
  -- the account that is changed
  customer_id bigint not null,
  outcome text not null default 'waiting',
  -- {added, changed, removed, conflicts, kept}
  result jsonb not null default '{}',
  -- the use that it made, to roll back
  use_id bigint,
  problem text,
  ended_at timestamptz,
  primary key (account_id, rollout_id, customer_id),
  foreign key (account_id, rollout_id) references kit_rollout (account_id, id) on delete cascade,
  constraint kit_rollout_outcome check (outcome in ('waiting', 'done', 'unchanged', 'refused', 'skipped'))
);
create index kit_rollout_account_waiting on kit_rollout_account (customer_id) where outcome = 'waiting';
