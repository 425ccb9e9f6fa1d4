-- Administrators say for how many days values of a source are kept, where its terms limit that.
alter table source_setting
  -- Null: as long as its terms allow.
  add column retention_days int check (retention_days > 0),
  -- The days by which leads know when their values expire; null: as long as the terms allow.
  add column retention_noted int;

create view source_retention_info as
  select source_id, retention_days, retention_noted from source_setting;
