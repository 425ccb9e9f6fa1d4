-- Addresses that mails of a brand do not go to any more: unsubscribed, bounced or complained. Mails that are always sent go to them all the same.
create table mail_suppression (
  account_id bigint not null references account (id),
  -- In lower case.
  address text not null,
  -- `all`, or the category that somebody has unsubscribed from.
  category text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained')),
  created_at timestamptz not null default now(),
  primary key (account_id, address, category)
);

alter table mail_message drop constraint mail_message_state_check;
alter table mail_message
  add constraint mail_message_state_check
  check (state in ('queued', 'sending', 'sent', 'failed', 'expired', 'suppressed'));
