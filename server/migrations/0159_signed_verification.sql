-- The time and result of the nightly check of the audit log are signed, so that nobody without the key can write them.
alter table audit_checkpoint add column verified_key_id bytea, add column verified_mac bytea;
