-- Values that a roll-out puts into its kit, and documents that describe the installation instead of an account.

-- {name: value}, sealed; null without any, and once the roll-out has ended
alter table kit_rollout add column variables text;
alter table kit_use add column is_installation boolean not null default false;
