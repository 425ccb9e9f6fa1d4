import type { ComponentType } from 'react'

/** Loads a page's chunk; the module exports the component by name. */
export type PageLoader = () => Promise<Record<string, unknown>>

/** Loaders of the pages that are built, by the name of the component that the file exports. */
const PAGES = {
  LoginPage: () => import('../features/auth/login-page.tsx'),
  WalletPage: () => import('../features/wallet/wallet-page.tsx'),
  NewSearchPage: () => import('../features/search/new-search-page.tsx'),
  ImportPage: () => import('./import-page.tsx'),
  SavedListsPage: () => import('../features/lists/saved-lists-page.tsx'),
  ListPage: () => import('./list-page.tsx'),
  EmailVerificationPage: () => import('../features/email-verification/email-verification-page.tsx'),
  SuppressionPage: () => import('../features/suppression/suppression-page.tsx'),
  ErasuresPage: () => import('../features/suppression/erasures-page.tsx'),
  WaterfallPage: () => import('../features/waterfalls/waterfall-page.tsx'),
  EmailFinderPage: () => import('../features/waterfalls/email-finder-page.tsx'),
  SourcesPage: () => import('../features/sources/sources-page.tsx'),
  CustomLabelsPage: () => import('../features/leads/labels/custom-labels-page.tsx'),
  ExportsPage: () => import('../features/leads/exports/exports-page.tsx'),
  TagsPage: () => import('../features/leads/labels/tags-page.tsx'),
  ListTwinsPage: () => import('../features/leads/twins/list-twins-page.tsx'),
  CustomFieldsPage: () => import('../features/custom-fields/custom-fields-page.tsx'),
  LeadPage: () => import('./lead-page.tsx'),
  RegisterPage: () => import('../features/auth/register-page.tsx'),
  ForgotPasswordPage: () => import('../features/auth/forgot-password-page.tsx'),
  InvitationPage: () => import('../features/auth/invitation-page.tsx'),
  CallbackPage: () => import('../features/auth/callback-page.tsx'),
  TermsPage: () => import('../features/auth/terms-page.tsx'),
  ProfilePage: () => import('../features/profile/profile-page.tsx'),
  EmailPage: () => import('../features/profile/email-page.tsx'),
  PasswordPage: () => import('../features/profile/password-page.tsx'),
  SessionsPage: () => import('../features/profile/sessions-page.tsx'),
  SecondFactorPage: () => import('../features/profile/second-factor-page.tsx'),
  AccountDataPage: () => import('../features/profile/account-data-page.tsx'),
  NotificationSettingsPage: () => import('../features/profile/notification-settings-page.tsx'),
  NotificationsPage: () => import('../features/notifications/notifications-page.tsx'),
  ApiKeysPage: () => import('../features/profile/api-keys-page.tsx'),
  CrmPage: () => import('../features/crm/crm-page.tsx'),
  CrmFieldsPage: () => import('../features/crm/crm-fields-page.tsx'),
  CrmCallbackPage: () => import('../features/crm/crm-callback-page.tsx'),
  CrmLedgerPage: () => import('../features/crm/crm-ledger-page.tsx'),
  WebhooksPage: () => import('../features/webhooks/webhooks-page.tsx'),
  ListWebhooksPage: () => import('../features/webhooks/list-webhooks-page.tsx'),
  HelpPage: () => import('../features/help/help-page.tsx'),
  GuidePage: () => import('../features/help/guide-page.tsx'),
  TeamPage: () => import('../features/team/team-page.tsx'),
  MailsPage: () => import('../features/mails/mails-page.tsx'),
  ResellersPage: () => import('../features/resellers/resellers-page.tsx'),
  BusinessProfilePage: () => import('../features/business-profile/business-profile-page.tsx'),
  OnboardingPage: () => import('../features/onboarding/onboarding-page.tsx'),
  CoursePage: () => import('../features/onboarding/course-page.tsx'),
  BillingPortalPage: () => import('../features/billing/billing-portal-page.tsx'),
  BrandPage: () => import('../features/brand/brand-page.tsx'),
  CorpusPage: () => import('../features/corpus/corpus-page.tsx'),
  SearchersPage: () => import('../features/searchers/searchers-page.tsx'),
  LeadSourcesPage: () => import('../features/integration/lead-sources-page.tsx'),
  TwinsPage: () => import('../features/corpus/twins/twins-page.tsx'),
}

export type PageName = keyof typeof PAGES

/** The same, where the compiler checks that each file really exports the component of its name. */
export const BUILT_PAGES: { [Name in PageName]: () => Promise<{ [Key in Name]: ComponentType }> } = PAGES
