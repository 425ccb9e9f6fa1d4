-- Sources of the open corpus that are fetched by area remember with what, so that they can be fetched again.
create table corpus_area (
  source_id bigint primary key references corpus_source (id) on delete cascade,
  -- As people said it: a place with a radius, or the corners of a box.
  label text not null,
  -- [{west, south, east, north}]; what crosses the date line is two.
  boxes jsonb not null,
  -- The release that was fetched last, as a whole.
  release text,
  difference jsonb,
  every text not null default 'never' check (every in ('never', 'weekly', 'monthly')),
  hour int not null default 3 check (hour between 0 and 23),
  time_zone text not null default 'UTC',
  next_at timestamptz,
  -- Whose run a scheduled refresh is: who set the schedule.
  account_id bigint,
  user_id bigint,
  problem text,
  check ((every = 'never') = (next_at is null))
);
create index corpus_area_due on corpus_area (next_at) where next_at is not null;
