-- A price given to an agent is the quote itself, kept for one tool and used once. A later release may drop agent_quote, which the program before this one still writes; its open prices expire within ten minutes.
alter table quote add column tool text;
alter table quote add column api_key_id bigint;
alter table quote add column request jsonb;
alter table quote add column used_at timestamptz;
alter table quote add column run_id bigint;
