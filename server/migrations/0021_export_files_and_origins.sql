-- Files of exports are kept for a day; checks of addresses say who asked; what get-employees found per website is counted.

-- Kept while it is written, so that nothing on the disk is without a row that removes it.
create table export_file (
  account_id bigint not null references account (id),
  run_id bigint not null,
  -- Name in the storage.
  name text not null unique,
  filename text not null,
  -- Null until all of it is there.
  bytes bigint check (bytes >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, run_id),
  foreign key (account_id, run_id) references run (account_id, id)
);
create index export_file_expired on export_file (expires_at);

-- Null where nobody can tell any more: an older answer, or an address that is known from a bounce only.
alter table email_verification add column origin text check (origin in ('user', 'search'));
update email_verification v set origin = 'user'
from (
  select distinct account_id, address from verification_item where done and address is not null
  union
  -- A check of one address is the only one that the audit log names.
  select distinct account_id, detail ->> 'address' from audit_entry where action = 'email.verified' and detail ? 'address'
) asked
where asked.account_id = v.account_id and asked.address = v.address and v.tries > 0;
update email_verification v set origin = 'search'
from found_email f
where v.origin is null and v.tries > 0 and f.account_id = v.account_id and f.address = v.address;
create index email_verification_of_origin on email_verification (account_id, origin, checked_at desc);

update run r set counts = r.counts || jsonb_build_object('found', n.found, 'not_found', n.not_found)
from (
  select account_id, run_id,
    count(distinct domain) filter (where state = 'found') as found,
    count(distinct domain) filter (where state = 'not_found') as not_found
  from enrich_item group by account_id, run_id
) n
where r.kind = 'get_employees' and n.account_id = r.account_id and n.run_id = r.id;
