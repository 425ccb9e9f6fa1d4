-- Which list types there are is declared in the contract, so that a new one needs no migration.
alter table list drop constraint list_type_check;
