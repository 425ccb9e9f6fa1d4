-- Texts of mails that resellers and the platform have changed, in versions that never change, and what a brand has chosen for all its mails.
create table mail_template (
  account_id bigint not null references account (id),
  template text not null,
  language text not null,
  version int not null,
  -- Subject, preview text and text as the editor keeps them; null is the default again.
  content jsonb,
  -- Of the platform: resellers without a text of their own get this one.
  is_shared boolean not null default false,
  author_id bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, template, language, version)
);

create table mail_setting (
  account_id bigint primary key references account (id),
  language text not null default 'en',
  -- Since when only mails that are always sent are sent, because too many came back.
  paused_at timestamptz
);
