-- Credits spent by source. The empty source stands for charges that don't know theirs.
alter table usage_day add column source text not null default '';
alter table usage_day drop constraint usage_day_pkey;
alter table usage_day add primary key (account_id, day, user_id, charge_kind, source);
