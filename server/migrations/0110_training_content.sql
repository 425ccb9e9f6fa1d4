-- Training content is written by the platform and its resellers: pages are HTML with a draft beside what is published, and whoever inherits a page may show another text of it or hide it.
alter table training_item rename to training_page;
alter index training_item_of_course rename to training_page_of_course;
alter table training_page rename column body to markdown;
alter table training_page alter column markdown drop not null;
alter table training_page alter column markdown drop default;
alter table training_page add column html text not null default '';
alter table training_page add column words text not null default '';
alter table training_page add column retired_at timestamptz;
alter table training_page add column deleted_at timestamptz;

alter table training_progress rename column item_id to page_id;
alter index training_progress_of_item rename to training_progress_of_page;

-- Courses belong to whoever wrote them, topics to the installation.
alter table training_course add column account_id bigint;
alter table training_course add column digest text;
alter table training_course add column deleted_at timestamptz;
update training_course c set account_id = t.owner_account_id from training_topic t where t.id = c.topic_id;
alter table training_course add constraint training_course_account_id_fkey foreign key (account_id) references account (id);
create index training_course_of_account on training_course (account_id);
alter table training_topic drop column owner_account_id;

-- What an account says of a course for itself and the accounts below it; a title also replaces an inherited one.
create table training_course_setting (
  account_id bigint not null references account (id),
  course_id bigint not null references training_course (id) on delete cascade,
  title text,
  summary text,
  is_hidden boolean not null default false,
  primary key (account_id, course_id)
);
create index training_course_setting_of_course on training_course_setting (course_id);

-- The text of a page at one account: its owner's, or one that replaces an inherited text. A draft is null when it is as published.
create table training_page_text (
  account_id bigint not null references account (id),
  page_id bigint not null references training_page (id) on delete cascade,
  draft_title text,
  draft_html text,
  title text,
  html text,
  words text not null default '',
  is_hidden boolean not null default false,
  version int not null default 1,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  primary key (account_id, page_id)
);
create index training_page_text_of_page on training_page_text (page_id);

-- Images and files of pages, read by whoever knows their name. Those of the built-in course belong to nobody.
create table training_file (
  id text primary key,
  account_id bigint references account (id),
  name text not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index training_file_of_account on training_file (account_id);
