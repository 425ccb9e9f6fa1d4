-- Outgoing webhooks: endpoints of an account or of one list, the events that they are told of, and every delivery with its attempts.

create sequence webhook_id_seq;
create table webhook (
  account_id bigint not null references account (id),
  id bigint not null default nextval('webhook_id_seq'),
  -- Null: of the whole account.
  list_id bigint,
  url text not null,
  name text not null,
  events text[] not null,
  -- Sealed; the one before signs beside it until its time is over.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  is_active boolean not null default true,
  -- Who switched it off: a person, the receiver (gone), or failures for days (failing).
  off_reason text,
  off_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- The receiver asked not to be called before.
  not_before timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create index webhook_of_account on webhook (account_id, list_id) where deleted_at is null;

-- What happened: ids and words of the program only. What leads say is read when it is sent, so a value that is suppressed meanwhile stays here.
create sequence webhook_event_id_seq;
create table webhook_event (
  account_id bigint not null,
  id bigint not null default nextval('webhook_event_id_seq'),
  message_id text not null,
  type text not null,
  list_id bigint,
  data jsonb not null,
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index webhook_event_age on webhook_event (created_at);

create sequence webhook_delivery_id_seq;
create table webhook_delivery (
  account_id bigint not null,
  id bigint not null default nextval('webhook_delivery_id_seq'),
  webhook_id bigint not null,
  event_id bigint not null,
  type text not null,
  -- Deliveries of one lane go one after the other: a list's id, 0 for what belongs to no list, below 0 for one sent by hand.
  lane bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'succeeded', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id)
);
create index webhook_delivery_log on webhook_delivery (account_id, webhook_id, id desc);
create index webhook_delivery_waiting on webhook_delivery (account_id, webhook_id, lane, id) where state = 'waiting';
create index webhook_delivery_of_event on webhook_delivery (account_id, event_id);

-- The head of each lane: when it is due, and which worker has it.
create table webhook_lane (
  account_id bigint not null,
  webhook_id bigint not null,
  lane bigint not null,
  next_at timestamptz,
  lease_until timestamptz,
  -- Grows with every claim; the older number may no longer write.
  claim bigint not null default 0,
  primary key (account_id, webhook_id, lane)
);
create index webhook_lane_due on webhook_lane (next_at) where next_at is not null;

create sequence webhook_attempt_id_seq;
create table webhook_attempt (
  account_id bigint not null,
  id bigint not null default nextval('webhook_attempt_id_seq'),
  delivery_id bigint not null,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  request_body text not null,
  request_bytes integer not null,
  status integer,
  reply_headers jsonb,
  reply_body text,
  error text,
  primary key (account_id, id)
);
create index webhook_attempt_of_delivery on webhook_attempt (account_id, delivery_id, id);
