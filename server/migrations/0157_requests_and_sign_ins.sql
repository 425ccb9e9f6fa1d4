-- Requests that a job answers, so that a known address takes no longer than an unknown one; and sign-ins that a
-- vendor's token is issued for.
alter table one_time_code drop constraint verification_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in (
    'confirm_email', 'reset_password', 'reset_token', 'mail_change', 'second_factor',
    'reset_request', 'resend_request', 'social_sign_in'
  ));
