-- An email that could not be checked costs nothing until a later check settles it: what its run still owes for it.
create table deferred_charge (
  account_id bigint not null,
  entity_id bigint not null,
  charge_kind text not null,
  run_id bigint not null,
  lead_id bigint not null,
  user_id bigint,
  amount bigint not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (account_id, entity_id, charge_kind)
);
alter table deferred_charge add foreign key (account_id) references account (id);
alter table deferred_charge add check (amount > 0);
create index deferred_charge_run on deferred_charge (account_id, run_id);
