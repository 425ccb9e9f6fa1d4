-- A charge knows which source delivered what was paid for. Earlier ones don't: null.
alter table charge add column source text;
alter table deferred_charge add column source text;

create or replace view charge_info as
  select account_id, entity_id, charge_kind, run_id, user_id, amount, created_at, refunded_at, source from charge;

-- The report of an account's usage reads this index alone.
drop index charge_spent;
create index charge_spent on charge (account_id, created_at) include (user_id, run_id, amount, source)
  where refunded_at is null;
