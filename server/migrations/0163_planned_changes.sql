-- One mechanism for every planned change of a package: a move to a new version is a change of each subscription, too.
alter table subscription_change add column move_id bigint;
create index subscription_change_moved on subscription_change (move_id) where applied_at is null and dropped_at is null;
create index subscription_change_due on subscription_change (applies_at) where applied_at is null and dropped_at is null;
create view subscription_change_info as
  select account_id, id, subscription_id, from_version_id, target_version_id, applies_at, applied_at, dropped_at, move_id
  from subscription_change;
create or replace view subscription_info as
  select account_id, id, plan_version_id, state, is_current, started_at, period_start, period_end, cancel_at,
    ends_at, trial_ends_at, past_due_since, billed_by
  from subscription;

-- Open moves become changes; a change that the customer has planned stays.
insert into subscription_change
    (account_id, subscription_id, from_version_id, target_version_id, rule, applies_at, currency, requested_by, move_id)
  select i.customer_id, s.id, i.from_version_id, m.to_version_id, 'period_end', i.applies_at, v.currency, m.created_by, m.id
  from plan_move_item i
  join plan_move m on m.account_id = i.account_id and m.id = i.move_id
  join plan_version v on v.id = m.to_version_id
  join subscription s on s.account_id = i.customer_id and s.is_current and s.plan_version_id = i.from_version_id
  where i.applied_at is null and i.dropped_at is null and s.state <> 'cancelled' and s.cancel_at is null
    and s.billed_by is distinct from 'paykickstart'
  on conflict (account_id, subscription_id) where applied_at is null and dropped_at is null do nothing;
update plan_move_item set dropped_at = now() where applied_at is null and dropped_at is null;
