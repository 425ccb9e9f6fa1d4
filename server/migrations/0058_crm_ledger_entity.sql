-- Whom a sent lead means stays known when its list is gone, so that a search for new leads leaves out who is in a CRM.
alter table crm_ledger add column entity_id bigint;
update crm_ledger g set entity_id = l.entity_id from lead l
  where l.account_id = g.account_id and l.list_id = g.list_id and l.id = g.lead_id;
create index crm_ledger_of_entity on crm_ledger (account_id, entity_id) where sent_at is not null;
