-- Labels that people put on leads, by hand or by a rule; tags and a source of lists, which go along with every lead.
create sequence label_id_seq;
create table label (
  account_id bigint not null references account (id),
  id bigint not null default nextval('label_id_seq'),
  name text not null,
  color text not null,
  -- {type, filters}: which leads get it when the rule is run; null: by hand only.
  rule jsonb,
  rule_ran_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index label_name on label (account_id, lower(name)) where deleted_at is null;
create index label_bin on label (deleted_at) where deleted_at is not null;

-- A lead's id is one in its account: its labels go where it goes.
create table lead_label (
  account_id bigint not null,
  lead_id bigint not null,
  label_id bigint not null,
  -- Set by the rule: it takes it away again where it does not hold any more.
  by_rule boolean not null default false,
  added_by bigint,
  added_at timestamptz not null default now(),
  primary key (account_id, lead_id, label_id),
  foreign key (account_id, label_id) references label (account_id, id)
);
create index lead_label_of_label on lead_label (account_id, label_id, lead_id);

alter table list add column tags text[] not null default '{}';
alter table list add column lead_source text;
