-- Searches by region, what patterns among leads are looked for in, and what their scores are made of.
create index corpus_place_region on corpus_place (country, region, category) where country is not null;

drop view lead_info;
create view lead_info as
  select account_id, list_id, id, entity_id, run_id, name, company, position, domain, website, email, phone, category,
    street, city, region, country, lead_status, fields, search, is_sample, added_at, updated_at, deleted_at, suppressed_by
  from lead;

create view crm_ledger_info as
  select account_id, entity_id, sent_at from crm_ledger;

create view exported_lead_info as
  select account_id, entity_id from exported_lead;

-- How much each value speaks for a lead like those that were won; one row per list type.
create table lead_score_model (
  account_id bigint not null references account (id),
  list_type text not null,
  -- Field, value, leads and won leads with it, and its weight in log-odds.
  weights jsonb not null,
  leads int not null,
  won int not null,
  computed_at timestamptz not null,
  primary key (account_id, list_type)
);
