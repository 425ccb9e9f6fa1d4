-- The same place in two sources is looked for by its name also where one of the two has no coordinates, and by its
-- street and the first word of its name where phones and websites differ.
drop index corpus_place_name_spot;
create index corpus_place_name_spot on corpus_place (name_key, lat);
create index corpus_place_street_name on corpus_place (street_key, name_key collate "C") where street_key is not null;
