-- Lists say how many of their leads have an email and are pinned; what was spent is read from charges, by person.

-- Kept like lead_count, in the transaction that changes a lead: a page of lists sorts by it and never counts leads.
alter table list add column email_count bigint not null default 0;
update list l set email_count = c.emails
from (
  select account_id, list_id, count(*) as emails from lead
  where deleted_at is null and email is not null and coalesce(email_state, 'unknown') not in ('invalid', 'no_mx')
  group by account_id, list_id
) c
where c.account_id = l.account_id and c.list_id = l.id;
alter table list add constraint list_email_count_check check (email_count >= 0);

create table list_pin (
  account_id bigint not null references account (id),
  user_id bigint not null,
  list_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id, list_id),
  foreign key (account_id, list_id) references list (account_id, id)
);
create index list_pin_of_list on list_pin (account_id, list_id);

-- Spent is what charges say that were not refunded: the ledger names whoever booked a refund, not who had paid.
alter table charge add column user_id bigint;
update charge c set user_id = r.created_by
from run r where r.account_id = c.account_id and r.id = c.run_id;
create index charge_spent on charge (account_id, created_at) include (user_id, run_id, amount) where refunded_at is null;
drop index ledger_member;
-- The newest movement of each run is found without reading the others.
drop index ledger_run;
create index ledger_run on ledger (account_id, run_id, id);
