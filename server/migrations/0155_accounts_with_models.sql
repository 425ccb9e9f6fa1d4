-- Packages may include AI texts when the platform's model is available all along the account tree, or a seller has a model of its own.
create view model_key_info as select account_id from model_key;
