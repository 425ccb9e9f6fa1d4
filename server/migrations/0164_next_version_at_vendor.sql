-- What the vendor was told to bill from the next period on; null: what was paid last.
alter table payment_subscription add column next_version_id bigint;
-- Changes that customers have planned were told at once.
update payment_subscription p set next_version_id = c.target_version_id
  from subscription_change c join subscription s on s.account_id = c.account_id and s.id = c.subscription_id
  where p.account_id = c.account_id and p.vendor = 'stripe' and s.billed_by = 'stripe' and s.is_current
    and c.applied_at is null and c.dropped_at is null and c.move_id is null;
