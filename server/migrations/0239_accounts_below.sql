-- Accounts below another one are found without reading every account of the installation, and customers counted without reading their rows.
-- safe: accounts are few beside their data: 110,000 take about a second, and only new accounts wait for it.
create index account_below on account using gin (path) with (fastupdate = off);
-- safe: as above.
create index account_kept_customers on account (parent_id, id desc) where deleted_at is null;
-- Customers are listed without deleted ones; account_parent finds the others.
drop index account_customers;

-- The same owners as before, written so that the planner knows that most people are: it took coalesce(...) = 'owner' for one in two hundred.
create or replace view member as
  select id, account_id, realm_id, email, first_name, last_name,
    coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name,
    role, role <> 'related' and (staff_role is null or staff_role = 'owner') as is_owner, staff_role, refuses_acting,
    granted_modules, access_to_wallet, state, confirmed_at, checklist_dismissed_at, is_sample, time_zone, locale,
    hour_cycle, created_at, search, delete_at, own_lists_only
  from app_user;
