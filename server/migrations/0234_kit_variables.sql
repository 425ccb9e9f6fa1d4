-- Values that a roll-out puts into its kit: {name: value}, sealed; null without any, and once it has ended.
alter table kit_rollout add column variables text;
