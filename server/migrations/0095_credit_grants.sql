-- Credits come in grants with a kind, an expiry and a cost. Holds name the grants they were taken from, and transfers down the tree are an outbox.
create sequence credit_grant_id_seq;
create sequence credit_transfer_id_seq;

create table credit_grant (
  account_id bigint not null,
  id bigint not null default nextval('credit_grant_id_seq'),
  kind text not null,
  priority int not null default 0,
  amount bigint not null,
  -- Neither held, spent, passed on nor lost.
  remaining bigint not null,
  -- On the way to or with accounts below or above.
  sent bigint not null default 0,
  -- Expired or taken back here.
  lost bigint not null default 0,
  effective_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Minor units of the currency per credit: what it cost the account, and what it costs the installation.
  unit_cost numeric(30, 10) not null default 0,
  provider_cost numeric(30, 10) not null default 0,
  currency text,
  -- Each sale on the way from the root to this account, the nearest first, with price and cost per credit.
  sales jsonb not null default '[]',
  source_kind text not null,
  source_id text not null,
  parent_account_id bigint,
  parent_grant_id bigint,
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, source_kind, source_id)
);
alter table credit_grant add foreign key (account_id) references account (id);
alter table credit_grant add constraint credit_grant_kind check (kind in ('allowance', 'top_up', 'promotional'));
alter table credit_grant add constraint credit_grant_parts
  check (amount >= 0 and remaining >= 0 and sent >= 0 and lost >= 0 and remaining + sent + lost <= amount);
create index credit_grant_open on credit_grant (account_id, expires_at) where remaining > 0;
create index credit_grant_due on credit_grant (expires_at) where remaining > 0 and expires_at is not null;

-- What a run holds of a grant and has spent of it, in the order in which grants were taken.
create table grant_use (
  account_id bigint not null,
  run_id bigint not null,
  grant_id bigint not null,
  order_no int not null,
  held bigint not null default 0,
  spent bigint not null default 0,
  primary key (account_id, run_id, grant_id)
);
alter table grant_use add foreign key (account_id, grant_id) references credit_grant (account_id, id);
alter table grant_use add constraint grant_use_parts check (held >= 0 and spent >= 0);
create index grant_use_grant on grant_use (account_id, grant_id);

-- The outbox of transfers, with the account that pays. `waiting`: its pool was too small. `sent`: in transit.
create table credit_transfer (
  account_id bigint not null,
  id bigint not null default nextval('credit_transfer_id_seq'),
  to_account_id bigint not null,
  direction text not null,
  kind text,
  amount bigint not null,
  pieces jsonb not null default '[]',
  state text not null,
  source_kind text not null,
  source_id text not null,
  unit_price numeric(30, 10),
  currency text,
  priority int not null default 0,
  expires_at timestamptz,
  reason text not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  done_at timestamptz,
  primary key (account_id, id),
  unique (account_id, to_account_id, source_kind, source_id)
);
alter table credit_transfer add foreign key (account_id) references account (id);
alter table credit_transfer add constraint credit_transfer_amount check (amount > 0);
alter table credit_transfer add constraint credit_transfer_state check (state in ('waiting', 'sent', 'done', 'dropped'));
alter table credit_transfer add constraint credit_transfer_direction check (direction in ('down', 'up'));
create index credit_transfer_open on credit_transfer (account_id, id) where state in ('waiting', 'sent');
create index credit_transfer_to on credit_transfer (to_account_id) where state = 'sent';
create index credit_transfer_sent on credit_transfer (account_id, sent_at) where direction = 'down';

-- Transfers that have arrived, with the account that received them: each arrives once.
create table credit_arrival (
  account_id bigint not null,
  from_account_id bigint not null,
  transfer_id bigint not null,
  arrived_at timestamptz not null default now(),
  primary key (account_id, from_account_id, transfer_id)
);
alter table credit_arrival add foreign key (account_id) references account (id);

alter table wallet add column expired bigint not null default 0;
alter table wallet add column taken_back bigint not null default 0;
-- Sent and not received: negative for an account that receives more than it sends.
alter table wallet add column in_transit bigint not null default 0;
alter table ledger drop constraint ledger_debit_check;
alter table ledger drop constraint ledger_credit_check;
alter table ledger add constraint ledger_debit_check
  check (debit in ('issued', 'available', 'reserved', 'spent', 'expired', 'taken_back', 'in_transit'));
alter table ledger add constraint ledger_credit_check
  check (credit in ('issued', 'available', 'reserved', 'spent', 'expired', 'taken_back', 'in_transit'));

-- What accounts have becomes one grant each that never expires.
insert into credit_grant (account_id, kind, amount, remaining, source_kind, source_id, reason, sales, effective_at, created_at)
select w.account_id, 'top_up', w.available + w.reserved + w.spent, w.available, 'opening', '1', 'Balance before grants',
  case when a.parent_id is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('seller', a.parent_id, 'customer', a.id, 'price', '0', 'cost', '0', 'currency', null, 'cost_currency', null)) end,
  a.created_at, a.created_at
from wallet w join account a on a.id = w.account_id where w.available + w.reserved + w.spent > 0;

insert into grant_use (account_id, run_id, grant_id, order_no, held, spent)
select g.account_id, u.run_id, g.id, 1, sum(u.held), sum(u.spent)
from credit_grant g join (
  select account_id, run_id, amount - captured as held, 0 as spent from reservation where state = 'open'
  union all
  select account_id, coalesce(run_id, 0), 0, case when credit = 'spent' then amount else -amount end
  from ledger where credit = 'spent' or debit = 'spent'
) u on u.account_id = g.account_id
group by g.account_id, u.run_id, g.id having sum(u.held) > 0 or sum(u.spent) > 0;

create view credit_grant_info as
  select account_id, id, kind, remaining, effective_at, expires_at, unit_cost, provider_cost, currency, sales from credit_grant;
