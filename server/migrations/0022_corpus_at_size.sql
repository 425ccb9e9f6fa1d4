-- Places in the form in which twins are looked for, their profiles, and which run brought them first.
alter table corpus_place
  add column name_key text,
  add column street_key text,
  -- Addresses of profiles by network: facebook, instagram, linkedin, x, youtube, tiktok.
  add column socials jsonb,
  -- The run that brought it: hidden while that run is in corpus_load.
  add column added_run_id bigint not null default 0,
  -- When its source stopped naming it.
  add column vanished_at timestamptz;
-- Room in each page for the next version of a row: an import again then leaves the indexes alone.
alter table corpus_place set (fillfactor = 90);
-- A newer import makes better ones.
update corpus_place set name_key = left(lower(name), 100), street_key = left(lower(street), 100);

drop index corpus_place_name_spot;
create index corpus_place_name_spot on corpus_place (name_key, lat) where lat is not null;

-- An import writes into it more cheaply in large portions, in kB; what is left over is put in its place at the end.
alter index corpus_place_search set (gin_pending_list_limit = 32768);

-- Imports that are under way, or were stopped or given up and are not tidied up yet: nobody sees what they brought.
create table corpus_load (
  run_id bigint primary key,
  source_id bigint not null,
  -- Places of the run have higher ids.
  after_place_id bigint not null,
  -- Definitions of indexes that are put off until the first large load is in.
  put_off jsonb not null default '[]',
  state text not null default 'loading' check (state in ('loading', 'stopped', 'given up')),
  started_at timestamptz not null default now()
);

-- The same business in two sources, and why it is thought to be one.
create table corpus_link (
  -- The place that came later, and the one that it is like. Not foreign keys: millions of them come at once.
  place_id bigint not null,
  other_id bigint not null,
  reasons jsonb not null,
  -- linked: by the program; possible: for a person to say; confirmed and cut: a person said so.
  state text not null check (state in ('linked', 'possible', 'confirmed', 'cut')),
  decided_by bigint,
  decided_at timestamptz,
  primary key (place_id, other_id)
);
create index corpus_link_other on corpus_link (other_id);
create index corpus_link_state on corpus_link (state, place_id);
