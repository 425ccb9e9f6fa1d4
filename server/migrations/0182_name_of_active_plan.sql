-- The name of an account's package is read with the rest of it. A later release may drop account_package, which the program before this one reads.
create or replace view active_plan as
  select s.account_id, v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens,
    v.training_tokens, v.id as plan_version_id, s.started_at, v.seats, v.credit_prices, v.log_in_as,
    s.period_end, v.name
  from subscription_info s join plan_version_info v on v.id = s.plan_version_id
  where s.is_current;
