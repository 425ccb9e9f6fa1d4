-- A custom field of kind choice lists the values that it takes; null, as all fields until now, takes any text.
alter table custom_field add column choices text[];
