-- What modules read of tables that belong to others (docs/adr/0041-table-manifest.md). Plain, so that PostgreSQL puts them into the query.
create view member as
  select id, account_id, realm_id, email, first_name, last_name,
    coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) as name,
    role, role <> 'related' as is_owner, granted_modules, access_to_wallet, state, confirmed_at,
    checklist_dismissed_at, is_sample, time_zone, locale, hour_cycle, created_at
  from app_user;

create view account_node as
  select id, parent_id, path, realm_id, name, time_zone, modules, support_open_ai_api_key,
    ai_credits_per_1000_tokens, ai_own_key_credits_per_1000_tokens, training_tokens,
    created_at, closed_at, delete_at, deletion_warned_at, deleted_at
  from account;

create view active_plan as
  select s.account_id, v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens,
    v.training_tokens
  from subscription s join plan_version v on v.id = s.plan_version_id
  where s.state = 'active';

create view realm_info as
  select id, owner_account_id, sign_up_plan_id from realm;

create view site_info as
  select id, account_id, realm_id, domain, verified_at, name, sign_up_plan_id from site;

create view session_info as
  select user_id, site_id, actor_user_id, last_seen_at from session;

create view api_key_info as
  select user_id, expires_at, revoked_at from api_key;

create view invitation_info as
  select account_id, expires_at, accepted_at, withdrawn_at from invitation;

create view wallet_info as
  select account_id, available, reserved, updated_at from wallet;

create view ledger_info as
  select account_id, id, debit, credit, amount, reason, run_id, lead_id, user_id, created_at from ledger;

create view reservation_info as
  select account_id, run_id, amount, captured, state from reservation;

create view charge_info as
  select account_id, entity_id, charge_kind, run_id, user_id, amount, created_at, refunded_at from charge;

create view run_info as
  select account_id, id, kind, state, title, list_id, input, done, counts, created_by, created_at, finished_at
  from run;

create view webhook_info as
  select account_id, deleted_at from webhook;

create view list_info as
  select account_id, id, type, name, is_archived, lead_count, tags, lead_source, created_at, deleted_at from list;

create view history_info as
  select account_id, id, run_id, event, undone_at from history;

create view lead_info as
  select account_id, list_id, id, entity_id, run_id, name, company, position, domain, website, email, phone, street,
    city, fields, search, added_at, deleted_at, suppressed_by
  from lead;

create view lead_change_info as
  select account_id, history_id, lead_id from lead_change;

create view entity_info as
  select account_id, id, list_type, entity_key from entity;

create view export_file_info as
  select account_id, run_id, bytes, expires_at from export_file;

create view email_verification_info as
  select account_id, address, state from email_verification;

create view bounce_info as
  select account_id, address, kind from bounce;

create view autopilot_info as
  select account_id, id, list_id, pause_reason, paused_at, deleted_at from autopilot;

create view autopilot_run_info as
  select account_id, id, autopilot_id, finished_at from autopilot_run;
