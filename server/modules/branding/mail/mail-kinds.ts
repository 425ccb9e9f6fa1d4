import type { MailCategory, MailGroup } from '#contract/branding/mail-templates.ts'
import type { MailTemplateName } from './mail-contents.ts'

interface MailKind {
  title: string
  group: MailGroup
  category: MailCategory
}

const security = (group: MailGroup, title: string): MailKind => ({ title, group, category: 'security' })

/** Label, order and category of each mail. */
export const MAIL_KINDS: Readonly<Record<MailTemplateName, MailKind>> = {
  'confirm-email': security('sign-in', 'Confirm the address'),
  'already-registered': security('sign-in', 'Already has an account'),
  'reset-password': security('sign-in', 'Password reset'),
  'reset-unknown': security('sign-in', 'Password reset, no account'),
  'password-changed': security('sign-in', 'Password changed'),
  'mail-change-confirm': security('sign-in', 'Confirm a new address'),
  'mail-change-taken': security('sign-in', 'New address already in use'),
  'mail-changed': security('sign-in', 'Email address changed'),
  'second-factor-changed': security('sign-in', 'Two-factor authentication changed'),
  'social-linked': security('sign-in', 'New sign-in method linked'),
  invitation: security('team', 'Invitation to a team'),
  'invitation-elsewhere': security('team', 'Invitation, already has an account'),
  'account-closed': security('account', 'Account closed'),
  'account-deletion-soon': security('account', 'Account will be deleted soon'),
  'account-reopened': security('account', 'Account reopened'),
  'credit-request': { title: 'Credit request', group: 'account', category: 'billing' },
  'sale-waiting': { title: 'Purchase to claim', group: 'account', category: 'billing' },
  notification: { title: 'Notification', group: 'notifications', category: 'notice' },
  'notification-digest': { title: 'Daily summary', group: 'notifications', category: 'report' },
  'autopilot-summary': { title: 'Autopilot summary', group: 'notifications', category: 'report' },
  'subscription-report': { title: 'Subscriptions report', group: 'notifications', category: 'report' },
  'audit-head': security('system', 'Head of the audit log'),
  test: security('system', 'Test'),
}

/** Mails that are always sent, regardless of bounces and unsubscribing. */
export const isAlwaysSent = (category: MailCategory): boolean =>
  category === 'security' || category === 'billing'

/** Mails to the operator only: resellers cannot customize them. */
export const PLATFORM_ONLY: readonly MailTemplateName[] = ['audit-head', 'subscription-report']
