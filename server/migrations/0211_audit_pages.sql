-- Audit pages of sites, and the audits of websites that visitors and members asked for.
create table audit_page (
  account_id bigint not null references account (id),
  site_id bigint not null,
  is_on boolean not null default false,
  list_id bigint,
  headline text,
  intro text,
  consent text,
  -- In their order; null: all that the account sells
  service_ids bigint[],
  -- {kind, label, target}
  call_to_action jsonb,
  needs_confirmation boolean not null default false,
  languages text[] not null,
  days int not null,
  label_ids bigint[] not null,
  notify_ids bigint[] not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, site_id)
);

create sequence audit_id_seq;

create table audit (
  account_id bigint not null references account (id),
  id bigint not null default nextval('audit_id_seq'),
  site_id bigint not null,
  -- Of the report's address, which members can see too
  token_hash text not null,
  token_sealed text not null,
  website text not null,
  domain text not null,
  language text not null,
  -- The service that the visitor came for
  service text,
  state text not null default 'reading',
  -- {checks, grade, problems, checked, pages}
  report jsonb,
  -- Null: a member asked for it
  submission_id bigint,
  -- Until the address of the report was sent there
  email text,
  list_id bigint,
  list_type text,
  lead_id bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create unique index audit_token on audit (token_hash);
create index audit_of_domain on audit (account_id, domain, created_at);
create index audit_of_submission on audit (account_id, submission_id) where submission_id is not null;
create index audit_expiry on audit (expires_at);
