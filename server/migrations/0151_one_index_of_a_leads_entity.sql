-- Looking up a lead by its entity and keeping it once in a list took two indexes, both written with every import and move.

create unique index lead_of_entity on lead (account_id, entity_id, list_id);
alter table lead drop constraint if exists lead_account_id_list_id_entity_id_key;
drop index lead_entity;
