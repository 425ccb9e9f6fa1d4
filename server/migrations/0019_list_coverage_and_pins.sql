-- Lists say how many of their leads have an email, and people pin the lists they work with.

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
