-- Leads are changed by hand: every change keeps what was there before and can be undone; accounts have fields of their own.

-- An entry that was undone stays in the history and says so.
alter table history add column undone_at timestamptz;

-- What one entry of the history did to each lead: only what changed. {values?: {field: value | null}, origins?: {field: origin | null},
-- list_id?, is_deleted?, labels?: [id]}. Undo writes `before` where `after` still stands.
create table lead_change (
  account_id bigint not null references account (id),
  history_id bigint not null,
  lead_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  primary key (account_id, history_id, lead_id)
);
create index lead_change_of_lead on lead_change (account_id, lead_id);

-- Where a person is with a lead; the words are in the contract.
alter table lead add column lead_status text not null default 'new';

-- A lead's id is one in its account, whichever list it stands in: its notes go where it goes.
create sequence lead_note_id_seq;
create table lead_note (
  account_id bigint not null references account (id),
  id bigint not null default nextval('lead_note_id_seq'),
  lead_id bigint not null,
  user_id bigint not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create index lead_note_of_lead on lead_note (account_id, lead_id, id desc);
create index lead_note_bin on lead_note (deleted_at) where deleted_at is not null;

-- Values stand in lead.fields under the name, which never changes; the label does.
create sequence custom_field_id_seq;
create table custom_field (
  account_id bigint not null references account (id),
  id bigint not null default nextval('custom_field_id_seq'),
  name text not null,
  label text not null,
  kind text not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index custom_field_name on custom_field (account_id, name);
create unique index custom_field_label on custom_field (account_id, lower(label)) where deleted_at is null;
