-- Backups, checks and practices of restoring them, for people and for monitoring: which file, when, and what went wrong.
create table backup_event (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'check', 'practice')),
  -- Name of the file; null where none was written.
  file text,
  bytes bigint,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  -- Why it failed, for people; null when it succeeded.
  problem text
);
create index backup_event_newest on backup_event (finished_at desc);
