-- Workers take the lanes of webhooks in this order: without all of it in the index, they sorted all that are due.
create index webhook_lane_next on webhook_lane (next_at, webhook_id, lane) where next_at is not null;
drop index webhook_lane_due;
