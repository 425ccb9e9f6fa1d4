-- A search finds names whatever their accents: the index is over the folded text, with the expression of server/platform/db/folded.ts.

drop index lead_search;
create index lead_search on lead using gin (list_id,
  (case when octet_length(search) = char_length(search) then lower(search) else replace(replace(replace(translate(regexp_replace(normalize(lower(search), nfd), '[\u0300-\u036f]', '', 'g'), 'øłđðı', 'olddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end) gin_trgm_ops);
