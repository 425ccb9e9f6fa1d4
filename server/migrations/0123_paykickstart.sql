-- How resellers sell with PayKickstart: API key and portal, the IPN secret of each campaign, and what each product is.
create table payment_kick_account (
  account_id bigint primary key,
  -- Sealed; null without one.
  api_key text,
  api_key_hint text,
  portal_id text,
  updated_at timestamptz not null default now()
);

create table payment_kick_campaign (
  account_id bigint not null,
  campaign_id text not null,
  secret text not null,
  secret_hint text,
  primary key (account_id, campaign_id)
);
-- A notification names its campaign and no account: the secret that signed it says whose it is.
create index payment_kick_campaign_by_id on payment_kick_campaign (campaign_id);

create table payment_kick_product (
  account_id bigint not null,
  campaign_id text not null,
  product_id text not null,
  plan_id bigint,
  pack_id bigint,
  checkout_url text,
  primary key (account_id, campaign_id, product_id)
);
alter table payment_kick_product add constraint payment_kick_product_of_campaign
  foreign key (account_id, campaign_id) references payment_kick_campaign (account_id, campaign_id) on delete cascade;
