-- What AI costs and how much training an account may keep: said by an account, else its plan, else those above it.
alter table plan_version alter column ai_credits_per_1000_tokens drop not null;
alter table plan_version alter column ai_credits_per_1000_tokens drop default;
-- Nobody could say anything else than the standard: now the plan says nothing of it.
update plan_version set ai_credits_per_1000_tokens = null where ai_credits_per_1000_tokens = 1;
alter table plan_version
  add column ai_own_key_credits_per_1000_tokens int check (ai_own_key_credits_per_1000_tokens >= 0),
  add column training_tokens int check (training_tokens >= 0);
alter table account
  add column ai_credits_per_1000_tokens int check (ai_credits_per_1000_tokens >= 0),
  add column ai_own_key_credits_per_1000_tokens int check (ai_own_key_credits_per_1000_tokens >= 0),
  add column training_tokens int check (training_tokens >= 0);
