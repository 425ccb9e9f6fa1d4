-- Webhooks of services that send mail for a brand: what bounced or was marked as spam after a server took it.
create table mail_event_source (
  account_id bigint not null,
  -- The service, as in contract/branding/mail-events.ts.
  sender text not null,
  -- What its events are checked with: a key, a password or the name of its topic.
  secret_sealed text not null,
  updated_at timestamptz not null default now(),
  last_event_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  primary key (account_id, sender)
);
alter table mail_event_source
  add constraint mail_event_source_account_id_fkey foreign key (account_id) references account (id);

-- Events that were taken, so that none counts twice. Kept for longer than an old one is accepted.
create table mail_event_seen (
  account_id bigint not null,
  sender text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (account_id, sender, event_id)
);
alter table mail_event_seen
  add constraint mail_event_seen_account_id_fkey foreign key (account_id) references account (id);
create index mail_event_seen_age on mail_event_seen (received_at);

-- Who reported the bounce: `server` refused at once, `report` came by mail, or a service's name.
alter table mail_message add column bounce_source text;
create index mail_message_message_id on mail_message (message_id) where message_id is not null;
