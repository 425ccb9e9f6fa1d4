-- 0044 opened the platform's model to the root account alone. No plan could refuse it until now, so all plans and accounts get it.
update plan_version set support_open_ai_api_key = true where not support_open_ai_api_key;
update account set support_open_ai_api_key = true where not support_open_ai_api_key;
