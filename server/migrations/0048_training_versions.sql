-- Counts how often a piece of training was saved, so that nobody writes over a text that they have not seen.
alter table ai_training_item add column version int not null default 1;
