-- Facts about the installation itself, by name.
create table installation (
  name text primary key,
  value text not null
);
