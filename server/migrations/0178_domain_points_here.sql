-- A TXT record proves a domain; whether it also leads to this installation is looked up separately. Null: not known.

alter table site_domain add column points_here boolean;
