-- The API key that an autopilot, or one run of it, was started with: its daily limit counts what they spend.
alter table autopilot add column api_key_id bigint;
alter table autopilot_run add column api_key_id bigint;
