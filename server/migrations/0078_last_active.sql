-- When a session was last active is called the same in the database as on screens and in the API.
alter table session rename column last_seen_at to last_active_at;
alter view session_info rename column last_seen_at to last_active_at;
