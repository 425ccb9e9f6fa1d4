-- An open payment page holds a use of its coupon; from check_at on the vendor is asked what became of it, unless an event has said so.
alter table payment_checkout add column check_at timestamptz;
