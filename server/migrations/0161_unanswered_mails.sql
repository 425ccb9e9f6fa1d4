-- A mail server that takes an email and never says so gets it once more, not for hours: how often it did.
alter table mail_message add column unanswered smallint not null default 0;
