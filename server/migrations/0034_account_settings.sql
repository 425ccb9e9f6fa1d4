-- What an account says about its business: one profile per account, with a version so that two people do not overwrite each other.
create sequence business_profile_id_seq;
create table business_profile (
  account_id bigint primary key references account (id),
  id bigint not null unique default nextval('business_profile_id_seq'),
  name text not null,
  website text not null default '',
  address text not null default '',
  description text not null default '',
  offer text not null default '',
  proof text not null default '',
  tone text not null default '',
  banned_phrases text[] not null default '{}',
  signature text not null default '',
  version int not null default 1,
  updated_by bigint,
  updated_at timestamptz not null default now()
);
