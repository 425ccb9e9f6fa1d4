-- The program knows its CRMs: a new one needs no migration.
alter table crm_connection drop constraint if exists crm_connection_crm_check;
