-- Accounts can be closed and deleted after a grace, people choose how dates and numbers look, and a webhook says who made it.
alter table account
  add column closed_at timestamptz,
  add column closed_by bigint,
  -- When everything goes; set while the account is closed.
  add column delete_at timestamptz,
  add column deletion_warned_at timestamptz,
  -- What is left afterwards are the books: the row, its wallet and its ledger, without anything about people.
  add column deleted_at timestamptz,
  add check ((closed_at is null) = (delete_at is null));
create index account_to_delete on account (delete_at) where deleted_at is null;

-- Null: as the browser says; for what is written on the server the account's time zone.
alter table app_user
  add column time_zone text,
  add column locale text,
  add column hour_cycle text check (hour_cycle in ('h12', 'h23'));

alter table webhook add column origin text not null default 'own' check (origin in ('own', 'zapier'));
