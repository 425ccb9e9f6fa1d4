-- Sales reports and revenue counted list prices instead of the money that was received.

-- Days whose payments were refunded meanwhile are counted again.
alter table payment add column changed_at timestamptz not null default now();
create index payment_changed on payment (changed_at);

-- Received: by card and the like, without tax. Refunded: the part of it that went back, and all of a lost dispute.
create view payment_info as
  select account_id, seller_account_id, kind, name, plan_version_id, currency, paid_at, changed_at,
    coalesce(fee_minor, 0) as fee_minor, round(amount_minor * untaxed)::bigint as received_minor,
    round(case when state = 'lost' then amount_minor else refunded_minor end * untaxed)::bigint as refunded_minor
  from (
    select p.*, case when amount_minor + balance_minor > 0
      then greatest(0, 1 - tax_minor::numeric / (amount_minor + balance_minor)) else 1 end as untaxed from payment p
  ) paid;

-- The sums of past days were list prices. The job counts them again.
delete from platform_figure where name = 'revenue';
