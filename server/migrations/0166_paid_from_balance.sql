-- A renewal paid wholly or partly from the customer's balance at the vendor gave no credits and was booked nowhere.

-- With amount_minor it is the total of the invoice; negative where the payment also settled a debt.
alter table payment add column balance_minor bigint not null default 0;
