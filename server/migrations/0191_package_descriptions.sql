-- What a package is for, in its seller's words: its public page and the page with all packages show it.
alter table plan add column description text not null default '';
