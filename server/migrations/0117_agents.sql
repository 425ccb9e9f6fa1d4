-- Agents confirm a price before they spend, and a key may spend so many credits a day.
create table agent_quote (
  account_id bigint not null references account (id),
  -- SHA-256 of the random id; the id itself is known to the agent only.
  token_hash text not null,
  api_key_id bigint not null,
  tool text not null,
  -- What was priced, and what starts it.
  request jsonb not null,
  max_credits int not null check (max_credits >= 0),
  unit_cost int not null check (unit_cost >= 0),
  expires_at timestamptz not null,
  used_at timestamptz,
  run_id bigint,
  primary key (account_id, token_hash)
);

alter table api_key add column daily_credits int;
alter table api_key add constraint api_key_daily_credits_check check (daily_credits >= 0);

-- The key that started a run, and the most that it may cost.
alter table run add column api_key_id bigint;
alter table run add column max_cost int;
create index run_of_key on run (account_id, api_key_id, created_at) where api_key_id is not null;
