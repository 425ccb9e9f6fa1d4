-- Calls that an API key may make a minute: the package's limit, and a lower one of the key. Null: the installation's default.
alter table plan_version add column calls_per_minute int;
alter table plan_version add constraint plan_version_calls check (calls_per_minute > 0);
alter table api_key add column calls_per_minute int;
alter table api_key add constraint api_key_calls check (calls_per_minute > 0);

create or replace view plan_version_info as
  select v.id, v.plan_id, p.owner_account_id, p.name, v.version, v.state, v.modules, v.free_credits as credits,
    v.period, v.seats, v.price_minor, v.set_up_minor, v.currency, v.trial_days, v.support_open_ai_api_key,
    v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens, v.training_tokens,
    v.credit_prices, v.log_in_as, v.wholesale, p.is_public, p.archived_at, v.audits_per_month,
    v.calls_per_minute
  from plan_version v join plan p on p.id = v.plan_id;

create or replace view active_plan as
  select s.account_id, v.own_key_free, v.ai_credits_per_1000_tokens, v.ai_own_key_credits_per_1000_tokens,
    v.training_tokens, v.id as plan_version_id, s.started_at, v.seats, v.credit_prices, v.log_in_as,
    s.period_end, v.name, v.audits_per_month, v.calls_per_minute
  from subscription_info s join plan_version_info v on v.id = s.plan_version_id
  where s.is_current;
