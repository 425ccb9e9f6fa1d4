-- Figures that administrators look at are kept by a job, so that no page counts accounts, people or charges anew.
create index charge_by_time on charge using brin (created_at);
create index charge_refunded on charge (refunded_at) where refunded_at is not null;
create index ledger_by_time on ledger using brin (created_at);
create index run_by_time on run using brin (created_at);
create index session_by_time on session using brin (created_at);

-- What people spent, refunds taken off. Days are those of the platform's time zone; user 0 stands for nobody.
create table usage_day (
  account_id bigint not null references account (id),
  day date not null,
  user_id bigint not null,
  charge_kind text not null,
  credits bigint not null,
  charges bigint not null,
  primary key (account_id, day, user_id, charge_kind)
);
create index usage_day_by_day on usage_day (day);

create table sign_in_hour (
  account_id bigint not null references account (id),
  user_id bigint not null,
  hour timestamptz not null,
  sign_ins int not null,
  primary key (account_id, user_id, hour)
);
create index sign_in_hour_by_hour on sign_in_hour (hour);

-- One value of the whole installation for each day.
create table platform_figure (
  day date not null,
  name text not null,
  -- Of money; empty for everything else.
  currency text not null default '',
  value bigint not null,
  primary key (day, name, currency)
);

-- What needs attention, as of the last look; the row `figures` says when the figures were brought up to date.
create table platform_attention (
  kind text primary key,
  amount bigint not null,
  detail text,
  is_fine boolean not null,
  checked_at timestamptz not null
);

create or replace view subscription_info as
  select account_id, id, plan_version_id, state, is_current, started_at, period_start, period_end, cancel_at,
    ends_at, trial_ends_at, past_due_since
  from subscription;
create view subscription_period_info as
  select account_id, subscription_id, period_start, period_end, plan_version_id from subscription_period;
create view source_use_info as
  select account_id, source_id, hour, asked, hits, failed from source_use;
create view source_health_info as
  select source_id, credential_id, parked_until, park_reason from source_health;
create or replace view webhook_info as
  select account_id, deleted_at, id, off_reason, off_at from webhook;
create view mail_message_info as
  select id, account_id, state, bounce, bounced_at, created_at from mail_message;
create view site_domain_info as
  select id, site_id, host, state, failing_since from site_domain;
create view app_error_info as
  select id, created_at from app_error;
