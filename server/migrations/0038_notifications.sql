-- What people are told of beside what they look at: in the application, by mail at once, or in one mail a day.
create sequence notification_id_seq;
create table notification (
  account_id bigint not null references account (id),
  id bigint not null default nextval('notification_id_seq'),
  user_id bigint not null references app_user (id) on delete cascade,
  kind text not null,
  detail jsonb not null,
  -- Names the event: a person is told of it once, however many processes saw it.
  event text not null,
  -- Whether it stands in the application too; one for the daily mail alone does not.
  is_shown boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When the daily mail that takes it along is due; null when none does, or it has gone.
  digest_due_at timestamptz,
  primary key (account_id, id)
);
create unique index notification_event on notification (account_id, user_id, kind, event);
create index notification_page on notification (account_id, user_id, id desc) where is_shown;
create index notification_unread on notification (account_id, user_id) where is_shown and read_at is null;
create index notification_digest on notification (digest_due_at) where digest_due_at is not null;
create index notification_age on notification (created_at);

-- What a person has changed; a kind without a row is as its declaration says.
create table notification_setting (
  account_id bigint not null references account (id),
  user_id bigint not null references app_user (id) on delete cascade,
  kind text not null,
  in_app boolean not null,
  mail text not null check (mail in ('off', 'now', 'daily')),
  primary key (account_id, user_id, kind)
);

-- People who only exist as an example: no mail ever goes to them.
alter table app_user add column is_sample boolean not null default false;
