-- Billing state and access become two things: a subscription has states, periods and one open change, an account has an access level that follows from state, policy and holds.
alter table account add column access text not null default 'full';
alter table account add constraint account_access check (access in ('full', 'read_only', 'locked'));
create index account_customers on account (parent_id, id desc);
create index account_customers_by_name on account (parent_id, lower(name), id);

alter table subscription drop constraint subscription_state_check;
drop index subscription_one_active;
alter table subscription
  -- The subscription that an account has now, or had last. Earlier ones stay for the books.
  add column is_current boolean not null default false,
  -- Periods are counted from here. No period: the credits were given once, and nothing renews.
  add column anchor_at timestamptz,
  add column period_start timestamptz,
  add column period_end timestamptz,
  add column trial_ends_at timestamptz,
  add column past_due_since timestamptz,
  add column paused_at timestamptz,
  add column paused_from text,
  add column cancel_at timestamptz,
  -- When access has to be worked out again although nothing happens.
  add column access_check_at timestamptz;
update subscription set state = 'cancelled', ends_at = coalesce(ends_at, started_at) where state = 'ended';
update subscription s set is_current = true
where s.id = (
  select id from subscription t where t.account_id = s.account_id
  order by t.state = 'active' desc, t.state = 'paused' desc, t.id desc limit 1
);
update subscription set state = 'cancelled', ends_at = coalesce(ends_at, started_at)
where not is_current and state <> 'cancelled';
alter table subscription add constraint subscription_state check (state in (
  'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'cancelled', 'unverified'
));
alter table subscription add constraint subscription_period_order check (period_end > period_start);
create unique index subscription_current on subscription (account_id) where is_current;
create index subscription_by_state on subscription (state, account_id) where is_current;
create index subscription_by_version on subscription (plan_version_id, account_id) where is_current;
create index subscription_period_due on subscription (period_end)
  where is_current and state in ('trialing', 'active');
create index subscription_cancel_due on subscription (cancel_at) where is_current and cancel_at is not null;
create index subscription_access_due on subscription (access_check_at)
  where is_current and access_check_at is not null;

-- One row for each period that credits were given for: what makes a renewal happen once.
create table subscription_period (
  account_id bigint not null,
  subscription_id bigint not null,
  period_start timestamptz not null,
  -- Null: credits that come once.
  period_end timestamptz,
  plan_version_id bigint not null,
  credits bigint not null,
  created_at timestamptz not null default now(),
  primary key (account_id, subscription_id, period_start)
);

create sequence subscription_change_id;
create table subscription_change (
  account_id bigint not null,
  id bigint not null default nextval('subscription_change_id'),
  subscription_id bigint not null,
  from_version_id bigint not null,
  target_version_id bigint not null,
  rule text not null,
  applies_at timestamptz not null,
  -- Minor units: what the customer pays for the change, and what is credited for time already paid.
  charge_minor bigint,
  credit_minor bigint,
  currency text,
  requested_by bigint,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  dropped_at timestamptz,
  primary key (account_id, id)
);
alter table subscription_change add constraint subscription_change_rule check (rule in ('now', 'period_end'));
create unique index subscription_change_open on subscription_change (account_id, subscription_id)
  where applied_at is null and dropped_at is null;

-- Why an account is kept from working, beside what its billing says. Each cause and source is lifted by itself.
create table access_hold (
  account_id bigint not null,
  cause text not null,
  source_account_id bigint not null,
  reason text not null,
  by_user_id bigint,
  at timestamptz not null,
  -- Later than `at` where notice is given first.
  starts_at timestamptz not null,
  notified_at timestamptz,
  primary key (account_id, cause, source_account_id)
);
alter table access_hold add constraint access_hold_cause
  check (cause in ('payment', 'reseller', 'staff', 'dispute', 'parent'));
create index access_hold_of_source on access_hold (source_account_id) where cause = 'parent';
create index access_hold_to_notify on access_hold (at) where cause = 'parent' and notified_at is null;

-- When a seller's customers lose access while a payment is overdue; days since it was due.
create table access_policy (
  account_id bigint primary key,
  read_only_after_days int not null,
  locked_after_days int not null
);
alter table access_policy add constraint access_policy_order
  check (read_only_after_days between 0 and 365 and locked_after_days between read_only_after_days and 365);

-- Trials that a seller has given, by a hash of the email and by account: one each, also after cancelling.
create table trial_use (
  account_id bigint not null,
  kind text not null,
  value text not null,
  used_at timestamptz not null,
  primary key (account_id, kind, value)
);
alter table trial_use add constraint trial_use_kind check (kind in ('email', 'account'));

-- Who a seller added an account for. One email is one account of a seller.
create table account_contact (
  account_id bigint primary key,
  seller_account_id bigint not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  created_at timestamptz not null default now()
);
create unique index account_contact_email on account_contact (seller_account_id, lower(email));

alter table invitation add column last_name text not null default '';

create view subscription_info as
  select account_id, id, plan_version_id, state, is_current, started_at, period_start, period_end, cancel_at
  from subscription;

create or replace view active_plan as
  select s.account_id, v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens,
    v.training_tokens, v.id as plan_version_id, s.started_at, v.seats, v.credit_prices, v.log_in_as,
    s.period_end
  from subscription_info s join plan_version_info v on v.id = s.plan_version_id
  where s.is_current;
create or replace view account_package as
  select s.account_id, v.name
  from subscription_info s join plan_version_info v on v.id = s.plan_version_id
  where s.is_current;

create or replace view account_node as
  select id, parent_id, path, realm_id, name, time_zone, modules, support_open_ai_api_key,
    ai_credits_per_1000_tokens, ai_own_key_credits_per_1000_tokens, training_tokens,
    created_at, closed_at, delete_at, deletion_warned_at, deleted_at,
    case when closed_at is not null then 'closed' else access end as access
  from account;

create or replace view wallet_info as
  select account_id, available, reserved, updated_at, spent from wallet;
create or replace view export_file_info as
  select account_id, run_id, bytes, expires_at, created_at from export_file;
create view upload_info as
  select account_id, received, created_at, expires_at from upload;
