-- Administrators find people of all accounts by any part of a name or an address, and a deleted person waits for as long as a closed account does.
alter table app_user add column search text generated always as (email || ' ' || first_name || ' ' || last_name) stored;
alter table app_user add column delete_at timestamptz;
create index app_user_search on app_user using gin (search gin_trgm_ops);
create index app_user_to_delete on app_user (delete_at) where delete_at is not null;
create index account_name on account using gin (name gin_trgm_ops);

create or replace view member as
  select id, account_id, realm_id, email, first_name, last_name,
    coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name,
    role, role <> 'related' and coalesce(staff_role, 'owner') = 'owner' as is_owner, staff_role, refuses_acting,
    granted_modules, access_to_wallet, state, confirmed_at, checklist_dismissed_at, is_sample, time_zone, locale,
    hour_cycle, created_at, search, delete_at
  from app_user;
create or replace view session_info as
  select user_id, site_id, actor_user_id, last_active_at, id, created_at, revoked_at, expires_at from session;
