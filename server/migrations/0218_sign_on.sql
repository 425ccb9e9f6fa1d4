-- Sign-on with an OpenID Connect provider: settings of a site, a sealed client secret, and what ends the provider's session with ours.
alter table site add column sign_on jsonb;
alter table site add column sign_on_secret_sealed text;
alter table session add column sign_on_sealed text;
alter table identity drop constraint identity_provider_check;
alter table identity add constraint identity_provider_check check (provider in ('google', 'facebook', 'openid'));
alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in (
    'confirm_email', 'reset_password', 'reset_token', 'mail_change', 'second_factor',
    'reset_request', 'resend_request', 'social_sign_in', 'sign_on'
  ));
