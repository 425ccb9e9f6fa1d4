-- Mail servers of resellers and of the platform, with their DKIM keys, so that mails leave in the name of their brand.
create table mail_server (
  account_id bigint primary key references account (id),
  host text not null,
  port int not null,
  security text not null check (security in ('none', 'starttls', 'tls')),
  username text,
  password_sealed text,
  from_address text not null,
  reply_to text,
  -- Use the platform's server while this one cannot be reached.
  fallback boolean not null default false,
  -- Where reports of failed delivery arrive; null: at the sender's address.
  return_domain text,
  updated_at timestamptz not null default now()
);

create table mail_dkim_key (
  account_id bigint not null references account (id),
  domain text not null,
  selector text not null,
  private_key_sealed text not null,
  -- Base64 of the SubjectPublicKeyInfo, as it stands in the record.
  public_key text not null,
  state text not null default 'pending' check (state in ('pending', 'active', 'retiring')),
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  -- Until when the record of a replaced key has to stay.
  retires_at timestamptz,
  primary key (account_id, domain, selector)
);
create index mail_dkim_key_due on mail_dkim_key (state, checked_at);

alter table mail_message
  -- Whose server took it.
  add column via text check (via in ('own', 'platform')),
  add column bounce text check (bounce in ('hard', 'soft', 'sender', 'complaint')),
  add column bounced_at timestamptz;
create index mail_message_site on mail_message (site_id, id desc);
