-- The same place in two sources is looked for by domain and city (a chain has one domain and thousands of places)
-- and by name and spot (a dense street has thousands of places, but few of one name).
create index corpus_place_domain_city on corpus_place (domain, city) where domain is not null;
create index corpus_place_name_spot on corpus_place (lower(name), lat) where lat is not null;
drop index corpus_place_domain;
