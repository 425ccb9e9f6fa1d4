-- Reading companies' web sites, checking addresses, bounces, and what each source is worth.

-- One web site of a run: its progress, and what was found when it is done. A run that goes on after a crash skips what is done.
create table website_visit (
  account_id bigint not null references account (id),
  run_id bigint not null,
  domain text not null,
  list_id bigint,
  -- Place in the order in which the web sites were asked for.
  position int not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  pages int not null default 0,
  emails int not null default 0,
  phones int not null default 0,
  people int not null default 0,
  problem text,
  moved_to text,
  -- What the web site says, with the page and form of every value; null until it is done.
  report jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, run_id, domain),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index website_visit_of_list on website_visit (account_id, list_id, run_id desc, position) where report is not null;

-- The leads that an enrichment works on, each with the web site that will be read for it.
create table enrich_item (
  account_id bigint not null references account (id),
  run_id bigint not null,
  lead_id bigint not null,
  domain text not null,
  primary key (account_id, run_id, lead_id),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index enrich_item_of_website on enrich_item (account_id, run_id, domain);

-- What is known about an address within one account, with the talk as evidence. Key: the address in lower case.
create table email_verification (
  account_id bigint not null references account (id),
  address text not null,
  state text not null,
  reason text not null,
  flags jsonb not null default '{}',
  suggestion text,
  mx jsonb,
  catch_all boolean,
  transcript jsonb not null default '[]',
  -- Tries of the present question; a temporary answer is asked for again at next_try_at until they are used up.
  tries int not null default 1,
  next_try_at timestamptz,
  checked_at timestamptz not null default now(),
  -- When it was last called valid: what a bounce is measured against.
  valid_at timestamptz,
  bounced_at timestamptz,
  primary key (account_id, address)
);
create index email_verification_due on email_verification (next_try_at) where next_try_at is not null;
create index email_verification_page on email_verification (account_id, checked_at desc);

-- Lines of a bulk check in the order given. What is known about an address stands with the address.
create table verification_item (
  account_id bigint not null references account (id),
  run_id bigint not null,
  position int not null,
  -- As given, also when it is no address at all.
  given text not null,
  -- Null when it is none.
  address text,
  -- The address stands on an earlier line of the run too and is checked there.
  repeated boolean not null default false,
  done boolean not null default false,
  primary key (account_id, run_id, position),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index verification_item_open on verification_item (account_id, run_id, position) where not done;
create unique index verification_item_address on verification_item (account_id, run_id, address)
  where address is not null and not repeated;

create sequence bounce_id_seq;
create table bounce (
  account_id bigint not null references account (id),
  id bigint not null default nextval('bounce_id_seq'),
  address text not null,
  kind text not null check (kind in ('hard', 'soft')),
  reason text,
  bounced_at timestamptz not null,
  state_before text,
  source text,
  refunded bigint not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  -- The same report twice is one bounce.
  unique (account_id, address, kind, bounced_at)
);

-- What a source was asked and what it had: hit rate, time and cost on the account's own data.
create table source_attempt (
  account_id bigint not null references account (id),
  run_id bigint not null,
  item_key text not null,
  source text not null,
  kind text not null,
  hit boolean not null,
  addresses int not null default 0,
  credits bigint not null default 0,
  took_ms bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, run_id, item_key, source, kind)
);
create index source_attempt_recent on source_attempt (account_id, created_at desc);

-- Where an address that was delivered came from, first time only: what its bounce is counted against.
create table found_email (
  account_id bigint not null references account (id),
  address text not null,
  source text not null,
  kind text not null,
  state text not null,
  run_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (account_id, address)
);
create index found_email_recent on found_email (account_id, created_at desc);

-- One row for the installation: whether port 25 of other hosts can be reached from here.
create table mail_reach (
  id int primary key check (id = 1),
  state jsonb not null,
  updated_at timestamptz not null default now()
);

-- The next free moment per key, so that all processes together keep a pace.
create table pace (
  key text primary key,
  next_at timestamptz not null
);

-- Given back, for example after a bounce. The charge stays: what was paid for once is not charged again.
alter table charge add column refunded_at timestamptz;

-- An address that turns out good or bad is marked wherever it stands.
create index lead_email on lead (account_id, lower(email)) where email is not null;
