-- An email typed at a payment page proves nothing: a sale for an email that is known waits until that person claims it.
create sequence waiting_sale_id_seq;
create table waiting_sale (
  -- The seller.
  account_id bigint not null,
  id bigint not null default nextval('waiting_sale_id_seq'),
  vendor text not null,
  vendor_account text not null,
  -- The purchase, as the vendor names it.
  external_id text not null,
  email text not null,
  kind text not null,
  name text not null,
  credits bigint not null,
  is_trial boolean not null,
  -- The last payment with tax; null for a trial.
  amount_minor bigint,
  currency text,
  -- What is paid for so far; null for something bought once.
  period_end timestamptz,
  -- When the vendor ends it; null while it goes on.
  ends_at timestamptz,
  -- Whose it is; null while it waits.
  customer_account_id bigint,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
alter table waiting_sale add constraint waiting_sale_kind check (kind in ('package', 'pack'));
create unique index waiting_sale_external on waiting_sale (account_id, vendor, vendor_account, external_id);
create index waiting_sale_of_email on waiting_sale (account_id, email) where customer_account_id is null;

-- What each subscription has paid for: when the one that counts ends, another one takes over with its own period.
alter table payment_subscription add column period_start timestamptz, add column period_end timestamptz;
update payment_subscription p set period_start = s.period_start, period_end = s.period_end
  from subscription s
  where s.account_id = p.account_id and s.is_current and s.billed_by = p.vendor and s.plan_version_id = p.plan_version_id
    and not exists (select from payment_subscription o where o.account_id = p.account_id and o.external_id <> p.external_id);

-- The end of a purchase at PayKickstart was not recorded at the purchase.
update payment_subscription p set state = 'cancelled'
  from subscription s
  where s.account_id = p.account_id and s.is_current and s.billed_by = 'paykickstart' and s.state = 'cancelled'
    and p.vendor = 'paykickstart';
