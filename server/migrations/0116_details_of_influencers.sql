-- Details of influencers are looked up in several sources like emails, phones and profiles.
alter table waterfall drop constraint waterfall_want_check;
alter table waterfall add constraint waterfall_want_check check (want in ('email', 'phone', 'profile', 'details'));
