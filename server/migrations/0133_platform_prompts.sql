-- Default prompts that the platform has changed, in versions that never change. The built-in text counts where there is none.
create table platform_prompt (
  type text not null,
  prompt_type text not null,
  version int not null,
  -- The three below are null in a version that goes back to the built-in text.
  text text,
  max_characters int,
  language text,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (type, prompt_type, version)
);

-- Which model wrote a text; null for templates and for texts from before.
alter table ai_text add column model text;
