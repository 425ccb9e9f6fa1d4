-- One-time codes get the name that the program calls them by.
alter table verification rename to one_time_code;
