-- A member may be limited to the lists they created, with the leads, runs and autopilots of these.
alter table app_user add column own_lists_only boolean not null default false;
alter table invitation add column own_lists_only boolean not null default false;

create or replace view member as
  select id, account_id, realm_id, email, first_name, last_name,
    coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name,
    role, role <> 'related' and coalesce(staff_role, 'owner') = 'owner' as is_owner, staff_role, refuses_acting,
    granted_modules, access_to_wallet, state, confirmed_at, checklist_dismissed_at, is_sample, time_zone, locale,
    hour_cycle, created_at, search, delete_at, own_lists_only
  from app_user;

create or replace view list_info as
  select account_id, id, type, name, is_archived, lead_count, tags, lead_source, created_at, deleted_at, created_by
  from list;
