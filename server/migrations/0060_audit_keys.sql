-- Audit entries carry a keyed MAC, and checkpoints record the head of every account's chain.
-- Version 0 is what was written before: hashed, without a MAC. New entries name their version.
alter table audit_entry add column v smallint not null default 0;
alter table audit_entry alter column v drop default;
alter table audit_entry add column key_id bytea;
alter table audit_entry add column mac bytea;
alter table audit_entry add constraint audit_entry_signed
  check ((v = 0) = (mac is null) and (key_id is null) = (mac is null));

-- The head at which the entries of a deleted account were removed, signed; a chain goes on from there.
alter table audit_chain add column sealed_seq bigint;
alter table audit_chain add column sealed_hash bytea;
alter table audit_chain add column sealed_key_id bytea;
alter table audit_chain add column sealed_mac bytea;

create table audit_checkpoint (
  n bigint primary key,
  at timestamptz not null,
  -- Entries of all accounts together.
  entries bigint not null,
  -- Merkle root over the recorded head of every account.
  root bytea not null,
  -- MAC of the checkpoint before.
  previous bytea not null,
  key_id bytea not null,
  mac bytea not null
);

-- Heads that moved since the checkpoint before. Kept when an account is deleted.
create table audit_checkpoint_head (
  account_id bigint not null,
  n bigint not null,
  seq bigint not null,
  hash bytea not null,
  primary key (account_id, n)
);
create index audit_checkpoint_head_by_number on audit_checkpoint_head (n);

-- Checkpoint 0 asks the next start to adopt the entries of version 0, once.
insert into audit_checkpoint values (0, now(), 0, '', '', '', '');
