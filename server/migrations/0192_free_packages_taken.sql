-- One free package per mailbox and seller, also after its account was closed. A check that allows more is safe for the program before this one.
alter table trial_use drop constraint trial_use_kind;
alter table trial_use add constraint trial_use_kind check (kind in ('email', 'account', 'free'));
