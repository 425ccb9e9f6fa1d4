-- Who gets the subscriptions report by email, and for which week or month it was last sent.
create table report_schedule (
  account_id bigint not null references account (id),
  user_id bigint not null,
  frequency text not null,
  -- The Monday or the first of the month that the last email was for.
  sent_for date not null,
  primary key (account_id, user_id)
);
alter table report_schedule add constraint report_schedule_frequency check (frequency in ('weekly', 'monthly'));
