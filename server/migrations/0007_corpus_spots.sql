-- Category and place in a b-tree instead of GiST: as fast to read (a band of latitudes within a category is narrow)
-- and several times cheaper to write, which is what an import waits for.
create index corpus_place_category_spot on corpus_place (category, lat, lon) where lat is not null;
drop index corpus_place_where;
-- Few places have no coordinates; a search by radius counts them among all of its category.
create index corpus_place_nowhere on corpus_place (category) where lat is null;
