-- Differences between a vendor's books and ours had no place in the application, and nothing resolved one.

create sequence payment_difference_id_seq;
alter table payment_difference add column id bigint not null default nextval('payment_difference_id_seq');
create unique index payment_difference_id on payment_difference (id);
-- The vendor's object that is read again; null where none can be.
alter table payment_difference add column object_id text;
-- How it was resolved, and when; without a moment it is open.
alter table payment_difference add column resolution text;
alter table payment_difference add column resolved_at timestamptz;
alter table payment_difference add constraint payment_difference_resolution check (resolution in ('given', 'settled'));
create index payment_difference_open on payment_difference (account_id, found_at) where resolved_at is null;
update payment_difference set object_id = external_id where external_id not like 'in\_%';

create view payment_difference_info as select account_id, kind, found_at, resolved_at from payment_difference;
