-- Each row of an import or a change of a whole list checked that its account exists; the rows it belongs to say so already.

-- Its history entry refers to the account.
alter table lead_change drop constraint if exists lead_change_account_id_fkey;
-- Its entity, to which it refers, does.
alter table entity_alias drop constraint if exists entity_alias_account_id_fkey;
