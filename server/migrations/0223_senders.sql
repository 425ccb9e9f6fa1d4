-- Senders: the campaign that a lead was handed over into, and when the sender last said that something happened.
alter table crm_ledger add column campaign text;
alter table crm_ledger add column campaign_name text;
alter table crm_connection add column hook_at timestamptz;
