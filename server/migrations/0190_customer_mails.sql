-- What customers were mailed about, so that each cause is mailed once, also to those who haven't set a password; and where events for their seller find their email.
create table customer_mail (
  account_id bigint not null,
  event text not null,
  sent_at timestamptz not null,
  primary key (account_id, event)
);

create view account_contact_info as
  select account_id, email from account_contact;
