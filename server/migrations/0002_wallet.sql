-- Credits: every row of the ledger moves an amount from one book to another, so the books balance by construction.
create sequence ledger_id_seq;
create sequence reservation_id_seq;

-- Running balance of the two books that matter on every page. The checks are the last guard against overspending.
create table wallet (
  account_id bigint primary key references account (id),
  available bigint not null default 0 check (available >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  spent bigint not null default 0 check (spent >= 0),
  updated_at timestamptz not null default now()
);

-- Books: issued (where credits come from), available, reserved, spent.
create table ledger (
  account_id bigint not null references account (id),
  id bigint not null default nextval('ledger_id_seq'),
  debit text not null check (debit in ('issued', 'available', 'reserved', 'spent')),
  credit text not null check (credit in ('issued', 'available', 'reserved', 'spent')),
  amount bigint not null check (amount > 0),
  reason text not null,
  run_id bigint,
  lead_id bigint,
  entity_id bigint,
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  check (debit <> credit)
);
create index ledger_run on ledger (account_id, run_id);

-- What a run holds: taken from available when it starts, captured per delivered entity, the rest released at the end.
create table reservation (
  account_id bigint not null references account (id),
  id bigint not null default nextval('reservation_id_seq'),
  run_id bigint not null,
  amount bigint not null check (amount >= 0),
  captured bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'settled')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, run_id),
  check (captured between 0 and amount)
);

-- Charge once: an entity that an account has paid for is never paid for again.
create table charge (
  account_id bigint not null references account (id),
  entity_id bigint not null,
  charge_kind text not null,
  run_id bigint not null,
  amount bigint not null check (amount >= 0),
  created_at timestamptz not null default now(),
  primary key (account_id, entity_id, charge_kind)
);
