-- Payments: accounts at payment vendors, the events that vendors send, what was bought through them and what was given back.

-- Which vendor charges for a subscription; null: nobody does. Its periods begin with payments and not with the clock.
alter table subscription add column billed_by text;
alter table subscription add constraint subscription_billed_by check (billed_by in ('stripe', 'paykickstart'));

-- Events as they came in, each once. Its object is read again, so the payload needs no more than names it.
create table payment_event (
  vendor text not null,
  event_id text not null,
  type text not null,
  -- The account at the vendor that it is about; empty for the platform's own.
  vendor_account text not null default '',
  seller_account_id bigint,
  object_id text,
  payload jsonb not null default '{}',
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  outcome text not null default 'received',
  detail text,
  attempts int not null default 0,
  -- A worker has it until then.
  leased_until timestamptz,
  handled_at timestamptz,
  primary key (vendor, event_id)
);
alter table payment_event add constraint payment_event_outcome check (outcome in ('received', 'done', 'ignored', 'failed'));
create index payment_event_newest on payment_event (received_at desc);
create index payment_event_of_seller on payment_event (seller_account_id, received_at desc);
create index payment_event_waiting on payment_event (received_at) where outcome = 'received';

-- A read of an object gets a number before it is made, and is written only if no later one was.
create table payment_object (
  vendor text not null,
  vendor_account text not null,
  object_id text not null,
  wanted_seq bigint not null default 0,
  done_seq bigint not null default 0,
  primary key (vendor, vendor_account, object_id)
);

-- The account at a vendor that a seller sells on.
create table payment_connection (
  account_id bigint not null references account (id),
  vendor text not null,
  external_id text not null,
  state text not null,
  live boolean not null,
  name text,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements jsonb not null default '[]',
  country text,
  currency text,
  tax boolean not null default false,
  -- Of the platform's own: the share of resellers' sales that it keeps.
  fee_percent numeric(5, 2) not null default 0 check (fee_percent between 0 and 50),
  portal_configuration text,
  connected_at timestamptz,
  disconnected_at timestamptz,
  checked_at timestamptz not null default now(),
  -- Events up to here have been listed; overlaps are harmless.
  event_cursor timestamptz,
  reconciled_at timestamptz,
  primary key (account_id, vendor)
);
alter table payment_connection add constraint payment_connection_state
  check (state in ('pending', 'connected', 'disconnected'));
create unique index payment_connection_external on payment_connection (vendor, external_id);

-- Who went to a vendor to connect an account, and comes back once.
create table payment_authorization (
  state_hash text primary key,
  account_id bigint not null references account (id),
  user_id bigint not null references app_user (id),
  expires_at timestamptz not null
);

-- What is sold, as the vendor knows it. A key names one amount for good: `version:12`, `version:12:set-up`, `pack:3:4900`.
create table payment_price (
  account_id bigint not null references account (id),
  vendor text not null,
  vendor_account text not null,
  key text not null,
  external_product text not null,
  external_id text not null,
  amount_minor bigint not null,
  currency text not null,
  -- Credits that an add-on brings in each period.
  credits bigint not null default 0,
  primary key (account_id, vendor, vendor_account, key)
);
create index payment_price_external on payment_price (vendor, vendor_account, external_id);

-- An account as the customer of its seller at a vendor.
create table payment_customer (
  account_id bigint not null references account (id),
  vendor text not null,
  vendor_account text not null,
  external_id text not null,
  method_id text,
  method_kind text,
  brand text,
  last4 text,
  fingerprint text,
  expires_month date,
  primary key (account_id, vendor, vendor_account)
);
create unique index payment_customer_external on payment_customer (vendor, vendor_account, external_id);
create index payment_customer_expiring on payment_customer (expires_month) where expires_month is not null;

-- A subscription at a vendor and whose it is.
create table payment_subscription (
  account_id bigint not null references account (id),
  vendor text not null,
  vendor_account text not null,
  external_id text not null,
  seller_account_id bigint not null references account (id),
  plan_version_id bigint not null references plan_version (id),
  state text not null,
  pay_url text,
  created_at timestamptz not null default now(),
  primary key (account_id, vendor, vendor_account, external_id)
);
create unique index payment_subscription_external on payment_subscription (vendor, vendor_account, external_id);

-- What somebody went to pay for, as it was offered then.
create sequence payment_checkout_id_seq;
create table payment_checkout (
  account_id bigint not null references account (id),
  id bigint not null default nextval('payment_checkout_id_seq'),
  vendor text not null,
  vendor_account text not null,
  kind text not null,
  -- Null: somebody without an account.
  customer_account_id bigint references account (id),
  plan_version_id bigint references plan_version (id),
  name text not null,
  credits bigint not null default 0,
  seats int not null default 0,
  coupon text,
  -- What has to arrive, net of tax, in minor units.
  amount_minor bigint not null,
  currency text not null,
  external_id text,
  state text not null default 'open',
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
alter table payment_checkout add constraint payment_checkout_kind check (kind in ('package', 'pack', 'add_on'));
alter table payment_checkout add constraint payment_checkout_state check (state in ('open', 'paid', 'expired'));
create index payment_checkout_open on payment_checkout (plan_version_id) where state = 'open';

-- Money that arrived, with the account that paid it. One row for what the vendor calls one payment.
create sequence payment_id_seq;
create table payment (
  account_id bigint not null,
  id bigint not null default nextval('payment_id_seq'),
  seller_account_id bigint not null,
  vendor text not null,
  vendor_account text not null,
  external_id text not null,
  kind text not null,
  name text not null,
  plan_version_id bigint,
  -- With tax.
  amount_minor bigint not null,
  tax_minor bigint not null default 0,
  fee_minor bigint,
  currency text not null,
  -- Credits that it paid for, and where they went.
  credits bigint not null default 0,
  source_kind text,
  source_id text,
  refunded_minor bigint not null default 0,
  -- Of its credits: withheld for what was owed before, taken back, and owed because they were spent.
  withheld bigint not null default 0,
  taken_back bigint not null default 0,
  owed bigint not null default 0,
  settled bigint not null default 0,
  state text not null default 'paid',
  paid_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
alter table payment add constraint payment_kind check (kind in ('package', 'pack', 'add_on', 'recharge'));
alter table payment add constraint payment_state check (state in ('paid', 'refunded', 'partly_refunded', 'disputed', 'lost'));
alter table payment add constraint payment_parts check (
  amount_minor >= 0 and refunded_minor between 0 and amount_minor and settled <= owed
  and taken_back >= 0 and owed >= 0 and withheld >= 0 and taken_back + owed <= credits);
create unique index payment_external on payment (vendor, vendor_account, external_id);
create index payment_of_seller on payment (seller_account_id, id desc);
create index payment_owed on payment (account_id) where settled < owed;

create table payment_dispute (
  account_id bigint not null,
  vendor text not null,
  vendor_account text not null,
  external_id text not null,
  payment_id bigint not null,
  state text not null,
  held bigint not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, vendor, vendor_account, external_id)
);
alter table payment_dispute add constraint payment_dispute_state check (state in ('open', 'won', 'lost'));

-- Automatic recharges: one open at a time, and its id is the key under which the vendor charges once.
create table recharge_attempt (
  account_id bigint not null references account (id),
  id uuid not null,
  state text not null,
  credits bigint not null,
  amount_minor bigint not null,
  currency text not null,
  fingerprint text,
  external_id text,
  pay_url text,
  problem text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (account_id, id)
);
alter table recharge_attempt add constraint recharge_attempt_state
  check (state in ('claimed', 'pending', 'needs_action', 'paid', 'failed'));
create unique index recharge_attempt_open on recharge_attempt (account_id)
  where state in ('claimed', 'pending', 'needs_action');

-- What the vendor says about money and we do not, or the other way round.
create table payment_difference (
  account_id bigint not null references account (id),
  vendor text not null,
  kind text not null,
  external_id text not null,
  message text not null,
  found_at timestamptz not null default now(),
  primary key (account_id, vendor, kind, external_id)
);
