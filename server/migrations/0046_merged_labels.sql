-- The label in whose place a lead has got this one by merging: undoing the merge takes it off again.
alter table lead_label add column merged_from bigint;
create index lead_label_merged on lead_label (account_id, merged_from) where merged_from is not null;
