-- Waterfalls: which sources are asked for a value of a lead, in which order, and what each of them answered.

create table waterfall (
  account_id bigint not null references account (id),
  want text not null check (want in ('email', 'phone', 'profile')),
  -- [{source, max_credits}], in the order in which they are asked.
  steps jsonb not null,
  conditions jsonb not null,
  -- Grows with every change: who saves an older one is told.
  version int not null default 1,
  updated_by bigint references app_user (id),
  updated_at timestamptz not null default now(),
  primary key (account_id, want)
);

-- One question to one source about one lead, written before anything is made of the answer.
create table lookup (
  account_id bigint not null references account (id),
  run_id bigint not null,
  lead_id bigint not null,
  step int not null,
  source text not null,
  want text not null,
  state text not null check (state in ('hit', 'miss', 'pending', 'failed')),
  -- {values: {field: {value, origin}}}, as the source answered.
  answer jsonb,
  -- Whether the value went to the lead, and for how many credits.
  delivered boolean not null default false,
  credits int not null default 0,
  vendor_cost real,
  took_ms int not null default 0,
  -- Of a promise: the vendor's name for it, and when it is asked again.
  reference text,
  ask_at timestamptz,
  asked_at timestamptz not null default now(),
  primary key (account_id, run_id, lead_id, step),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index lookup_of_lead on lookup (account_id, lead_id, want, asked_at desc);
create index lookup_recent on lookup (account_id, want, asked_at desc);
