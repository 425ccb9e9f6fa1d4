-- Which entities each person has downloaded from which list: for files of what is new, and for searches of what is new to the account.

-- Stays when the list is gone. Written with the end of the export, so a file that was not delivered whole counts for nothing.
create table exported_lead (
  account_id bigint not null references account (id),
  list_id bigint not null,
  user_id bigint not null,
  entity_id bigint not null,
  run_id bigint not null,
  primary key (account_id, list_id, user_id, entity_id)
);
create index exported_lead_of_entity on exported_lead (account_id, entity_id);

-- Saved choices of a file; a column of them may be gone by the time they are used.
create sequence export_template_id_seq;
create table export_template (
  account_id bigint not null references account (id),
  id bigint not null default nextval('export_template_id_seq'),
  list_type text not null,
  owner_id bigint not null,
  name text not null,
  is_shared boolean not null,
  choices jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index export_template_own_name on export_template (account_id, owner_id, list_type, lower(name));
create unique index export_template_shared_name on export_template (account_id, list_type, lower(name)) where is_shared;
