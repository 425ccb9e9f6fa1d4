-- What an account says about its business: one profile per account, with a version so that two people do not overwrite each other.
create sequence business_profile_id_seq;
create table business_profile (
  account_id bigint primary key references account (id),
  id bigint not null unique default nextval('business_profile_id_seq'),
  name text not null,
  website text not null default '',
  address text not null default '',
  description text not null default '',
  offer text not null default '',
  proof text not null default '',
  tone text not null default '',
  banned_phrases text[] not null default '{}',
  signature text not null default '',
  version int not null default 1,
  updated_by bigint,
  updated_at timestamptz not null default now()
);

-- Training: topics hold courses, courses hold items of Markdown. Without an owner they are the product's own, brought
-- up to date from its files by their key; an account's own are seen by it and the accounts below it.
create sequence training_id_seq;
create table training_topic (
  id bigint primary key default nextval('training_id_seq'),
  owner_account_id bigint references account (id),
  key text unique,
  name text not null,
  position int not null default 0,
  is_active boolean not null default true
);
create table training_course (
  id bigint primary key default nextval('training_id_seq'),
  topic_id bigint not null references training_topic (id) on delete cascade,
  key text unique,
  title text not null,
  summary text not null default '',
  position int not null default 0,
  is_active boolean not null default true
);
create index training_course_of_topic on training_course (topic_id);
create table training_item (
  id bigint primary key default nextval('training_id_seq'),
  course_id bigint not null references training_course (id) on delete cascade,
  key text unique,
  title text not null,
  body text not null default '',
  position int not null default 0
);
create index training_item_of_course on training_item (course_id);

-- Items that a person has marked as done.
create table training_progress (
  account_id bigint not null references account (id),
  user_id bigint not null,
  item_id bigint not null references training_item (id) on delete cascade,
  done_at timestamptz not null default now(),
  primary key (account_id, user_id, item_id)
);
create index training_progress_of_item on training_progress (item_id);

-- When an account wants to hear that its credits run out. low_since is set while they are below, so that it hears once.
create table credit_alert (
  account_id bigint primary key references account (id),
  threshold bigint not null check (threshold > 0),
  low_since timestamptz
);

-- Credits that an account asked its seller for, until they can be bought.
create sequence credit_request_id_seq;
create table credit_request (
  account_id bigint not null references account (id),
  id bigint not null unique default nextval('credit_request_id_seq'),
  seller_account_id bigint not null references account (id),
  amount bigint not null check (amount > 0),
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'done', 'declined')),
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (account_id, id)
);
create index credit_request_of_seller on credit_request (seller_account_id, id);
