-- Whom a lead's website named, so that the next visit knows who is new. Keyed digests: no row names anybody.
create table known_names (
  account_id bigint not null,
  lead_id bigint not null,
  names text[] not null,
  -- Pages on which somebody was named: who stands on another one may have been there before it was read
  pages text[] not null,
  -- Names seen once, with the day: {digest: day}
  waiting jsonb not null,
  primary key (account_id, lead_id)
);
