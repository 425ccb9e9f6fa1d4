-- Adding a lead by hand read the whole list, under its lock, to find the same website.

create index lead_website on lead (account_id, list_id,
  regexp_replace(regexp_replace(lower(website), '^https?://(www\.)?', ''), '/+$', ''))
  where website is not null;
