-- A list can be in one folder, which exists as long as a list is in it.
alter table list add column folder text;
