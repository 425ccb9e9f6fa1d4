-- Texts that a model wrote about leads: what was asked, what came, what its sources bear out, and what a person said to it.

create sequence ai_text_id_seq;
create table ai_text (
  account_id bigint not null references account (id),
  id bigint not null default nextval('ai_text_id_seq'),
  run_id bigint not null,
  list_id bigint not null,
  lead_id bigint not null,
  -- Place of the prompt in the run's input.
  prompt int not null,
  prompt_type text not null,
  field text not null,
  state text not null default 'queued'
    check (state in ('queued', 'answered', 'written', 'no_signal', 'failed', 'not_tried')),
  reason text,
  -- {text, sources}: the answer as it came with the sources it was given, until something is made of it.
  answer jsonb,
  prompt_tokens int not null default 0,
  completion_tokens int not null default 0,
  text text,
  -- [{text, citations: [{kind, title, url, date, quote}]}]
  sentences jsonb not null default '[]',
  dropped jsonb not null default '[]',
  review text check (review in ('open', 'accepted', 'edited', 'rejected', 'replaced', 'preview')),
  reviewed_by bigint references app_user (id),
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, run_id, lead_id, prompt),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index ai_text_open on ai_text (account_id, list_id, id desc) where review = 'open';
create index ai_text_of_lead on ai_text (account_id, lead_id, id desc);

-- Main text of pages that were read for texts, so that seven texts about a lead read its website once.
create table ai_page (
  account_id bigint not null references account (id),
  domain text not null,
  pages jsonb not null,
  read_at timestamptz not null default now(),
  primary key (account_id, domain)
);
