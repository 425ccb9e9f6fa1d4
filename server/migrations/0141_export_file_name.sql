-- A unique key of a tenant table holds its account: a database spread over several servers refuses any other.
alter table export_file drop constraint export_file_name_key;
alter table export_file add constraint export_file_name_key unique (account_id, name);
