-- Kits that accounts keep, with their versions, and which package names which.
create sequence kit_id_seq;

create table kit (
  account_id bigint not null references account (id),
  id bigint not null default nextval('kit_id_seq'),
  name text not null,
  description text not null default '',
  -- of the link that shows it to anybody
  share_hash text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index kit_name on kit (account_id, lower(name));
create unique index kit_share on kit (share_hash) where share_hash is not null;

create table kit_version (
  account_id bigint not null references account (id),
  kit_id bigint not null,
  number int not null,
  -- {part: {name: content}}
  document jsonb not null,
  note text not null default '',
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  primary key (account_id, kit_id, number),
  foreign key (account_id, kit_id) references kit (account_id, id) on delete cascade
);

-- The version that was applied, of a kit of another account; null for a document.
alter table kit_use add column kit_id bigint;
alter table kit_use add column kit_version int;
-- safe: kits are used a few times per account.
create index kit_use_of_kit on kit_use (kit_id, account_id, id) where kit_id is not null;

-- A kit of the seller, which new customers get.
alter table plan add column kit_id bigint;
-- safe: an installation has hundreds of packages at most.
create index plan_kit on plan (kit_id) where kit_id is not null;
