-- Administrators say for how many days values of a source are kept, where its terms limit that.
alter table source_setting
  -- Null: as long as its terms allow.
  add column retention_days int,
  -- The days by which leads know when their values expire; null: as long as the terms allow.
  add column retention_noted int;

alter table source_setting add constraint source_setting_retention_days_check check (retention_days > 0);

create view source_retention_info as
  select source_id, retention_days, retention_noted from source_setting;
