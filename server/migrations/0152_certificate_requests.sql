-- Certificates that the TLS proxy asked for, by domain and day: refused and repeated requests show why a domain has none.
create table certificate_request (
  day date not null,
  -- '*': further domains of that day that nobody has added, counted together.
  host text not null,
  -- Served, or added by an account. The others are limited per day, because anyone can cause them.
  is_known boolean not null,
  allowed bigint not null default 0,
  refused bigint not null default 0,
  last_at timestamptz not null,
  primary key (day, host)
);
