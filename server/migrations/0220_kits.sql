-- Kits that were applied to an account, with what they set and what was there before.
create sequence kit_use_id_seq;

create table kit_use (
  account_id bigint not null references account (id),
  id bigint not null default nextval('kit_use_id_seq'),
  kit text not null,
  -- {part: {name: content}}, as the document had it
  document jsonb not null,
  -- [{part, name, before, after}]: settings that changed; null for none
  touched jsonb not null,
  applied_by bigint references app_user (id),
  -- the account of that person
  applied_from bigint not null,
  applied_at timestamptz not null default now(),
  rolled_back_at timestamptz,
  primary key (account_id, id)
);
create index kit_use_newest on kit_use (account_id, lower(kit), id);
