-- Customers who were won in a CRM are read back: what shows it, how far it was read, and which leads it marked.
alter table crm_connection add column win_sign text;
alter table crm_connection add column wins_read_to timestamptz;
alter table crm_connection add column wins_read_at timestamptz;
alter table crm_connection add column wins_problem text;

-- One row for each lead and win, so that a lead is marked by it once: a person's later change stays.
create table crm_win (
  account_id bigint not null references account (id),
  connection_id bigint not null,
  lead_id bigint not null,
  -- The deal or contact in the CRM.
  win text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, connection_id, lead_id, win)
);
-- distribute crm_win
alter table crm_win add foreign key (account_id, connection_id) references crm_connection (account_id, id);
