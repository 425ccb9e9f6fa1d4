-- Packages: a plan has drafts, a price, coupons, add-ons and a page that sells it, and its customers move to a new version on a date.
alter table plan
  add column is_public boolean not null default false,
  add column terms text not null default '',
  add column after_sale_url text,
  add column archived_at timestamptz;
create index plan_of_owner on plan (owner_account_id);

alter table plan_version
  add column state text not null default 'published' check (state in ('draft', 'published', 'archived')),
  -- How often the price is due and the credits come; null: the credits come once.
  add column period text check (period in ('month', 'year')),
  -- Minor units of the currency, net of tax.
  add column price_minor bigint not null default 0 check (price_minor >= 0),
  add column set_up_minor bigint not null default 0 check (set_up_minor >= 0),
  add column currency text,
  add column trial_days int not null default 0 check (trial_days between 0 and 365),
  -- People of the account and open invitations; null: as many as they like.
  add column seats int check (seats > 0),
  -- Credits by kind of charge where they differ from the standard.
  add column credit_prices jsonb not null default '{}',
  -- Whether the seller may log in as people of the account.
  add column log_in_as text not null default 'unless_refused'
    check (log_in_as in ('always', 'unless_refused', 'never')),
  -- What a reseller on this plan pays for what it sells on; absent: the price divided by the credits.
  add column wholesale jsonb not null default '{}',
  add constraint plan_version_priced check (
    price_minor = 0 and set_up_minor = 0 or currency is not null and period is not null);
update plan_version v set state = 'archived'
  where exists (select from plan_version n where n.plan_id = v.plan_id and n.version > v.version);
create unique index plan_version_draft on plan_version (plan_id) where state = 'draft';
create unique index plan_version_published on plan_version (plan_id) where state = 'published';

create table plan_coupon (
  plan_id bigint not null references plan (id),
  code text not null,
  percent int check (percent between 1 and 100),
  amount_minor bigint check (amount_minor > 0),
  duration text not null check (duration in ('once', 'months', 'forever')),
  months int check (months > 0),
  max_uses int check (max_uses > 0),
  used int not null default 0,
  created_at timestamptz not null default now(),
  primary key (plan_id, code),
  check (num_nonnulls(percent, amount_minor) = 1 and (duration = 'months') = (months is not null))
);
create table plan_add_on (
  plan_id bigint not null references plan (id),
  name text not null,
  credits bigint not null default 0 check (credits >= 0),
  seats int not null default 0 check (seats >= 0),
  price_minor bigint not null check (price_minor >= 0),
  primary key (plan_id, name),
  check (credits > 0 or seats > 0)
);

-- Moving customers to a version: the account is the seller's. One open move per customer; a newer one replaces it.
create sequence plan_move_id_seq;
create table plan_move (
  account_id bigint not null references account (id),
  id bigint not null default nextval('plan_move_id_seq'),
  plan_id bigint not null references plan (id),
  to_version_id bigint not null references plan_version (id),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create table plan_move_item (
  account_id bigint not null,
  move_id bigint not null,
  customer_id bigint not null references account (id),
  -- Applied only while the customer is still on this version.
  from_version_id bigint not null references plan_version (id),
  applies_at timestamptz not null,
  applied_at timestamptz,
  dropped_at timestamptz,
  primary key (account_id, move_id, customer_id),
  foreign key (account_id, move_id) references plan_move (account_id, id)
);
create unique index plan_move_item_open on plan_move_item (account_id, customer_id)
  where applied_at is null and dropped_at is null;
create index plan_move_item_due on plan_move_item (applies_at) where applied_at is null and dropped_at is null;

create view plan_version_info as
  select v.id, v.plan_id, p.owner_account_id, p.name, v.version, v.state, v.modules, v.free_credits as credits,
    v.period, v.seats, v.price_minor, v.set_up_minor, v.currency, v.trial_days, v.support_open_ai_api_key,
    v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens, v.training_tokens,
    v.credit_prices, v.log_in_as, v.wholesale, p.is_public, p.archived_at
  from plan_version v join plan p on p.id = v.plan_id;

create or replace view active_plan as
  select s.account_id, v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens,
    v.training_tokens, v.id as plan_version_id, s.started_at, v.seats, v.credit_prices, v.log_in_as
  from subscription s join plan_version_info v on v.id = s.plan_version_id
  where s.state = 'active';
