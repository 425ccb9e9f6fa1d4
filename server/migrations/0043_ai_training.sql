-- What the AI of an account is trained on: pages, texts, questions and files as plain text, cut into passages for one search; and crawls on their way.
create sequence ai_training_item_id_seq;
create table ai_training_item (
  account_id bigint not null references account (id),
  id bigint not null default nextval('ai_training_item_id_seq'),
  kind text not null check (kind in ('page', 'text', 'qa', 'file')),
  -- Of a question: the question itself.
  title text not null,
  -- Plain text: data, never instruction.
  body text not null,
  -- Of a text: the few elements that its editor knows.
  html text not null default '',
  url text,
  website text,
  file_name text,
  file_type text,
  file_bytes bigint,
  note text,
  -- The person's choice, and what it is searched in.
  language text not null default 'auto',
  found_language text not null,
  tokens integer not null,
  instructions text[] not null default '{}',
  digest text not null,
  is_gone boolean not null default false,
  read_at timestamptz not null default now(),
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
create index ai_training_item_of_kind on ai_training_item (account_id, kind, updated_at desc) where deleted_at is null;
create unique index ai_training_item_url on ai_training_item (account_id, url) where deleted_at is null and url is not null;
create index ai_training_item_bin on ai_training_item (deleted_at) where deleted_at is not null;

create sequence ai_training_passage_id_seq;
create table ai_training_passage (
  account_id bigint not null,
  id bigint not null default nextval('ai_training_passage_id_seq'),
  item_id bigint not null,
  position integer not null,
  -- Of the item: it is searched with every passage.
  title text not null,
  text text not null,
  language text not null,
  -- Follows the text whoever changes it, so that erasing a person reaches it, too.
  search tsvector not null generated always as (
    case language
      when 'english' then setweight(to_tsvector('pg_catalog.english', title), 'A') || to_tsvector('pg_catalog.english', text)
      when 'german' then setweight(to_tsvector('pg_catalog.german', title), 'A') || to_tsvector('pg_catalog.german', text)
      when 'french' then setweight(to_tsvector('pg_catalog.french', title), 'A') || to_tsvector('pg_catalog.french', text)
      when 'spanish' then setweight(to_tsvector('pg_catalog.spanish', title), 'A') || to_tsvector('pg_catalog.spanish', text)
      when 'italian' then setweight(to_tsvector('pg_catalog.italian', title), 'A') || to_tsvector('pg_catalog.italian', text)
      when 'portuguese' then setweight(to_tsvector('pg_catalog.portuguese', title), 'A') || to_tsvector('pg_catalog.portuguese', text)
      when 'dutch' then setweight(to_tsvector('pg_catalog.dutch', title), 'A') || to_tsvector('pg_catalog.dutch', text)
      when 'danish' then setweight(to_tsvector('pg_catalog.danish', title), 'A') || to_tsvector('pg_catalog.danish', text)
      when 'swedish' then setweight(to_tsvector('pg_catalog.swedish', title), 'A') || to_tsvector('pg_catalog.swedish', text)
      when 'norwegian' then setweight(to_tsvector('pg_catalog.norwegian', title), 'A') || to_tsvector('pg_catalog.norwegian', text)
      when 'finnish' then setweight(to_tsvector('pg_catalog.finnish', title), 'A') || to_tsvector('pg_catalog.finnish', text)
      else setweight(to_tsvector('pg_catalog.simple', title), 'A') || to_tsvector('pg_catalog.simple', text)
    end) stored,
  embedding real[],
  embedding_model text,
  primary key (account_id, id),
  foreign key (account_id, item_id) references ai_training_item (account_id, id) on delete cascade
);
create index ai_training_passage_of_item on ai_training_passage (account_id, item_id, position);
create index ai_training_passage_search on ai_training_passage using gin (search);

-- A website that was read, and when it is read again.
create sequence ai_training_website_id_seq;
create table ai_training_website (
  account_id bigint not null references account (id),
  id bigint not null default nextval('ai_training_website_id_seq'),
  website text not null,
  start text not null,
  wanted integer not null,
  refresh_days integer not null default 0,
  next_refresh_at timestamptz,
  last_run_id bigint,
  last_read_at timestamptz,
  created_by bigint not null,
  primary key (account_id, id),
  unique (account_id, website)
);
create index ai_training_website_due on ai_training_website (next_refresh_at) where next_refresh_at is not null;

-- Pages of a crawl that wait to be chosen, with the links that they hold: a crawl that was cut off goes on from them.
create table ai_training_crawl_page (
  account_id bigint not null,
  run_id bigint not null,
  url text not null,
  position integer not null,
  title text not null,
  body text not null,
  language text not null,
  tokens integer not null,
  instructions text[] not null,
  digest text not null,
  change text not null check (change in ('new', 'changed', 'same', 'gone')),
  links text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, run_id, url)
);
create index ai_training_crawl_page_age on ai_training_crawl_page (created_at);
