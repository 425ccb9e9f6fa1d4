import { testPages } from './support/test-pages.ts'

testPages([
  ['sign in', () => '/login', /Sign in/],
  ['register', () => '/register', /Register/],
  ['forgot password', () => '/forgot-password', /Forgot/],
  ['terms', () => '/terms', /terms/i],
  ['callback', () => '/callback', /You can close this window/],
  ['profile', () => '/profile-settings/profile', /First name/],
  ['email', () => '/profile-settings/email', /New address|New email/i],
  ['password', () => '/profile-settings/password', /Current password/],
  ['sessions', () => '/profile-settings/sessions', /This device/i],
  ['second factor', () => '/profile-settings/second-factor', /authenticator/i],
  ['account data', () => '/profile-settings/account-data', /Export all data/],
  ['notification settings', () => '/profile-settings/notifications', /Sign-in from a new device/],
  ['notifications', () => '/notifications', /What happened in the last 90 days/],
  ['API keys', () => '/profile-settings/api-keys', /key/i],
  ['manage team', () => '/manage-team', /You work alone so far|Invite/],
  ['resellers', () => '/admin/resellers', /No resellers yet|sell the product/],
  ['mails', () => '/admin/mails', /What was sent in the last 90 days/],
  ['brand', () => '/admin/brand', /Save brand/],
])
