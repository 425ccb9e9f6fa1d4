-- Saved views of the lead grid, and how each person opens lists: both were kept by the browser until now.
create sequence lead_view_id_seq;

create table lead_view (
  account_id bigint not null references account (id),
  id bigint not null default nextval('lead_view_id_seq'),
  list_type text not null,
  owner_id bigint not null,
  name text not null,
  visibility text not null check (visibility in ('mine', 'everyone')),
  filters jsonb not null,
  sort text,
  columns jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
-- One name means one view: among a person's own ones, and among those that everyone sees.
create unique index lead_view_own_name on lead_view (account_id, owner_id, list_type, lower(name)) where deleted_at is null;
create unique index lead_view_shared_name on lead_view (account_id, list_type, lower(name)) where visibility = 'everyone' and deleted_at is null;
create index lead_view_bin on lead_view (deleted_at) where deleted_at is not null;

create table lead_view_choice (
  account_id bigint not null references account (id),
  user_id bigint not null,
  list_type text not null,
  -- May be deleted or not shared any more: then it counts as none, until it is back.
  default_view_id bigint,
  -- The last columns outside of any view.
  columns jsonb,
  primary key (account_id, user_id, list_type)
);
