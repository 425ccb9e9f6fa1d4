-- What each seller on the way of a credit earned when it was spent or refunded, at the prices and costs of then.
create sequence margin_entry_id_seq;
create table margin_entry (
  -- Whose run it was; the row is written in that account's transaction.
  account_id bigint not null,
  id bigint not null default nextval('margin_entry_id_seq'),
  seller_account_id bigint not null,
  -- The account below the seller that bought the credits.
  customer_account_id bigint not null,
  run_id bigint not null,
  charge_kind text not null,
  package text,
  -- Below 0 for a refund, like the amounts; those are in minor units of the currency.
  credits bigint not null,
  retail numeric(30, 10) not null,
  wholesale numeric(30, 10) not null,
  provider_cost numeric(30, 10) not null,
  currency text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
alter table margin_entry add foreign key (account_id) references account (id);
create index margin_entry_of_seller on margin_entry (seller_account_id, created_at);

-- The package that an account is or was on last.
create view account_package as
  select s.account_id, p.name from subscription s
    join plan_version v on v.id = s.plan_version_id join plan p on p.id = v.plan_id
  where not exists (select from subscription n where n.account_id = s.account_id and n.id > s.id);
