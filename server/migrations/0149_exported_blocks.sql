-- Recording an export took as long as writing its file: one row per 1,024 entities replaces one per lead.

-- Which entities each person has downloaded from which list; a block has the entities from block * 1024 on, one bit each.
-- Written with the end of the export, so a file that was not delivered whole counts for nothing. Stays when the list is gone.
create table exported_block (
  account_id bigint not null references account (id),
  list_id bigint not null,
  user_id bigint not null,
  block bigint not null,
  entities bit(1024) not null,
  primary key (account_id, list_id, user_id, block)
);
create index exported_block_of_entities on exported_block (account_id, block);

insert into exported_block (account_id, list_id, user_id, block, entities)
  select account_id, list_id, user_id, entity_id >> 10, bit_or(set_bit(b'0'::bit(1024), (entity_id & 1023)::int, 1))
  from exported_lead group by account_id, list_id, user_id, entity_id >> 10;

drop view exported_lead_info;
drop table exported_lead;
