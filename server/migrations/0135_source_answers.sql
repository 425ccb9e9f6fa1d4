-- Answers of sources that cost a part of a day's quota are kept for a day.
create table source_answer (
  source_id text not null,
  -- Digest of the question, with the key that asked it.
  question text not null,
  answer jsonb not null,
  expires_at timestamptz not null,
  primary key (source_id, question)
);
create index source_answer_expired on source_answer (expires_at);
