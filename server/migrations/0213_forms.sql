-- Forms on websites whose submissions become leads, and proofs of work that were already used.
create sequence form_id_seq;

create table form (
  account_id bigint not null references account (id),
  id bigint not null default nextval('form_id_seq'),
  -- Names the form in its public address
  key text not null,
  name text not null,
  list_id bigint not null,
  list_type text not null,
  heading text not null,
  intro text,
  -- [{field, label, help, required}] in their order
  fields jsonb not null,
  submit_label text not null,
  consent text,
  thanks_text text not null,
  thanks_url text,
  label_ids bigint[] not null,
  notify_ids bigint[] not null,
  needs_confirmation boolean not null,
  active boolean not null default true,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create unique index form_key on form (key);
create index form_bin on form (deleted_at) where deleted_at is not null;

create sequence submission_id_seq;

create table submission (
  account_id bigint not null references account (id),
  id bigint not null default nextval('submission_id_seq'),
  -- Null: it came from elsewhere, as source says
  form_id bigint,
  source text not null,
  list_id bigint not null,
  list_type text not null,
  "values" jsonb not null,
  label_ids bigint[] not null,
  notify_ids bigint[] not null,
  -- What the person agreed to, word for word
  consent text,
  consented_at timestamptz,
  language text,
  -- The sender's network as a keyed hash
  network text not null,
  -- unconfirmed, received, suppressed or no_list
  state text not null,
  token_hash text,
  lead_id bigint,
  is_new boolean,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (account_id, id)
);
create index submission_of_form on submission (account_id, form_id, id);
create unique index submission_token on submission (token_hash) where token_hash is not null;
create index submission_unconfirmed on submission (created_at) where state = 'unconfirmed';

create table spent_proof (
  account_id bigint not null references account (id),
  proof text not null,
  expires_at timestamptz not null,
  primary key (account_id, proof)
);
create index spent_proof_expiry on spent_proof (expires_at);
