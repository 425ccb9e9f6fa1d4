-- Patterns among leads compare signals: when each value was seen, and when a lead was won.
create or replace view lead_info as
  select account_id, list_id, id, entity_id, run_id, name, company, position, domain, website, email, phone, category,
    street, city, region, country, lead_status, fields, search, is_sample, added_at, updated_at, deleted_at, suppressed_by,
    provenance
  from lead;

create or replace view lead_change_info as
  select account_id, history_id, lead_id, after from lead_change;

create or replace view history_info as
  select account_id, id, run_id, event, undone_at, created_at from history;
