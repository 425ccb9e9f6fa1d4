import type { ModuleSlug } from '#contract/constants.ts'
import { INTEGRATION_PAGES } from '../lib/integration-pages.ts'
import { BUILT_PAGES, type PageLoader, type PageName } from './built-pages.ts'

/** One route of the product: a row of the table that the router, the guard and the side bar read. */
export interface RouteEntry {
  /** Address as the product writes it, `{name}` for a part that varies. */
  path: string
  /** `Section:Page`. */
  name: string
  /** Words of the document's title and of the side bar. */
  title: string
  /** `auth` is drawn without navigation and sends signed-in people on; `plain` looks the same and is open to everybody. */
  layout: 'auth' | 'plain' | 'app'
  /** Module that the user must own. */
  module?: ModuleSlug
  /** Only the owner, or a member with access to the wallet. */
  wallet?: true
  /** Only an owner of the account. */
  mainUser?: true
  /** Only where the brand shows its training center. */
  training?: true
  /** The page, when it is built. */
  page?: PageName
  /** A parent whose default child is another route. */
  redirectTo?: string
}

type Row = [path: string, page: string, title: string, extra?: Partial<RouteEntry>]

const section = (name: string, shared: Partial<RouteEntry>, rows: Row[]): RouteEntry[] =>
  rows.map(([path, page, title, extra]) => ({
    layout: 'app',
    ...shared,
    path,
    name: `${name}:${page}`,
    title,
    ...extra,
  }))

/** Every route of the product. What has no `page` yet says so when it is visited and stays out of the side bar. */
export const ROUTES: readonly RouteEntry[] = [
  ...section('Auth', { layout: 'auth' }, [
    ['/login', 'Login', 'Sign in', { page: 'LoginPage' }],
    ['/register', 'Register', 'Register', { page: 'RegisterPage' }],
    ['/forgot-password', 'ForgotPassword', 'Forgot password', { page: 'ForgotPasswordPage' }],
  ]),
  ...section('Plain', { layout: 'plain' }, [
    ['/invitation', 'Invitation', 'Invitation', { page: 'InvitationPage' }],
    ['/account-closed', 'AccountClosed', 'Account closed', { page: 'AccountClosedPage' }],
    ['/terms', 'Terms', 'Terms', { page: 'TermsPage' }],
    ['/callback', 'Callback', 'Callback', { page: 'CallbackPage' }],
  ]),
  ...section('Account', {}, [
    ['/manage-team', 'ManageTeam', 'Manage team', { mainUser: true, page: 'TeamPage' }],
    ['/profile-settings', 'ProfileSettings', 'Profile settings', { redirectTo: '/profile-settings/profile' }],
    ['/profile-settings/profile', 'Profile', 'Profile', { page: 'ProfilePage' }],
    ['/profile-settings/email', 'Email', 'Email', { page: 'EmailPage' }],
    ['/profile-settings/password', 'Password', 'Password', { page: 'PasswordPage' }],
    ['/profile-settings/sessions', 'Sessions', 'Sessions', { page: 'SessionsPage' }],
    ['/profile-settings/second-factor', 'SecondFactor', 'Second factor', { page: 'SecondFactorPage' }],
    [
      '/profile-settings/account-data',
      'AccountData',
      'Account data',
      { mainUser: true, page: 'AccountDataPage' },
    ],
    [
      '/profile-settings/notifications',
      'NotificationSettings',
      'Notification settings',
      { page: 'NotificationSettingsPage' },
    ],
    ['/notifications', 'Notifications', 'Notifications', { page: 'NotificationsPage' }],
    ['/profile-settings/api-keys', 'ApiKeys', 'API keys', { page: 'ApiKeysPage' }],
    ['/billing-portal', 'BillingPortal', 'Billing portal', { wallet: true, page: 'BillingPortalPage' }],
    ['/crm/callback', 'CrmCallback', 'Connecting', { mainUser: true, page: 'CrmCallbackPage' }],
  ]),
  ...section('Help', {}, [
    ['/help', 'Help', 'Help', { page: 'HelpPage' }],
    ['/help/{guide}', 'Guide', 'Help', { page: 'GuidePage' }],
  ]),
  ...section('Settings', {}, [
    ['/business-profile', 'BusinessProfile', 'Business Profile', { page: 'BusinessProfilePage' }],
    ['/wallet', 'Wallet', 'Wallet', { wallet: true, page: 'WalletPage' }],
    ['/integration', 'Integration', 'Integration', { redirectTo: INTEGRATION_PAGES[0].to }],
    ['/integration/sources', 'IntegrationSources', 'Lead sources', { page: 'LeadSourcesPage' }],
    ['/integration/crm', 'IntegrationCrm', 'CRM', { page: 'CrmPage' }],
    ['/integration/crm-fields', 'IntegrationCrmFields', 'CRM fields', { page: 'CrmFieldsPage' }],
    ['/integration/open-ai', 'IntegrationOpenAi', 'OpenAI', { page: 'OpenAiPage' }],
    ['/integration/webhook', 'IntegrationWebhook', 'Webhooks', { mainUser: true, page: 'WebhooksPage' }],
    ['/onboarding', 'Onboarding', 'Onboarding', { training: true, page: 'OnboardingPage' }],
    ['/onboarding/{id}', 'OnboardingCourse', 'Course', { training: true, page: 'CoursePage' }],
  ]),
  ...section('AiCentral', { module: 'ai_suggest' }, [
    ['/ai/training', 'AiTraining', 'AI Training', { page: 'AiTrainingPage' }],
    ['/ai/icp-suggestions', 'IcpSuggestion', 'ICP Suggestions'],
  ]),
  ...section('LeadSearch', { module: 'leads' }, [
    ['/lead-search/new-search', 'NewSearch', 'New Search', { page: 'NewSearchPage' }],
    ['/lead-search/import', 'ImportLeads', 'Import leads', { page: 'ImportPage' }],
    ['/lead-search/saved-lists', 'SavedLists', 'Saved Lists', { page: 'SavedListsPage' }],
    [
      '/lead-search/email-verification',
      'EmailVerification',
      'Email verification',
      { page: 'EmailVerificationPage' },
    ],
    ['/suppression', 'Suppression', 'Suppression list', { page: 'SuppressionPage' }],
    ['/suppression/erasures', 'Erasures', 'Erasure reports', { mainUser: true, page: 'ErasuresPage' }],
    ['/lead-search/waterfall', 'Waterfall', 'Waterfall', { page: 'WaterfallPage' }],
    ['/lead-search/email-finder', 'EmailFinder', 'Email finder', { page: 'EmailFinderPage' }],
    ['/lead-search/sources', 'Sources', 'Source quality', { page: 'SourcesPage' }],
    ['/saved-lists/{type}-{id}', 'List', 'List', { page: 'ListPage' }],
    [
      '/saved-lists/{type}-{id}/new-search',
      'ListNewSearch',
      'New search into a list',
      { page: 'NewSearchPage' },
    ],
    [
      '/saved-lists/{type}-{id}/tags-and-source',
      'ListTagsAndSource',
      'Tags and source',
      { page: 'TagsPage' },
    ],
    ['/saved-lists/{type}-{id}/exports', 'ListExports', 'Exports of a list', { page: 'ExportsPage' }],
    ['/saved-lists/{type}-{id}/crm', 'ListCrm', 'Sent to CRMs', { page: 'CrmLedgerPage' }],
    ['/saved-lists/{type}-{id}/twins', 'ListTwins', 'Twins in a list', { page: 'ListTwinsPage' }],
    [
      '/saved-lists/{type}-{id}/webhook',
      'ListWebhook',
      'Webhooks of a list',
      { mainUser: true, page: 'ListWebhooksPage' },
    ],
    ['/saved-lists/{type}-{id}/{resultId}', 'Result', 'Lead', { page: 'LeadPage' }],
    ['/lead-search/ai-assistant', 'AiAssistant', 'AI Assistant', { page: 'AiAssistantPage' }],
    ['/lead-search/custom-labels', 'CustomLabels', 'Custom Labels', { page: 'CustomLabelsPage' }],
    ['/lead-search/custom-fields', 'CustomFields', 'Custom fields', { page: 'CustomFieldsPage' }],
    ['/lead-search/autopilot', 'Autopilot', 'Autopilot Search', { page: 'AutopilotsPage' }],
    ['/autopilot/create', 'AutopilotCreate', 'New autopilot search', { page: 'AutopilotCreatePage' }],
    ['/autopilot/{type}-{id}/edit', 'AutopilotEdit', 'Edit autopilot search', { page: 'AutopilotEditPage' }],
  ]),
  ...section('Whitelabel', {}, [['/whitelabel/upgrade', 'Upgrade', 'Upgrade']]),
  ...section('Whitelabel', { module: 'whitelabel' }, [
    ['/whitelabel/business-account', 'BusinessAccount', 'Business Account'],
    ['/whitelabel/packages', 'Packages', 'Packages'],
    ['/whitelabel/packages/create', 'PackageCreate', 'New package'],
    ['/whitelabel/packages/{id}/edit', 'PackageEdit', 'Edit package'],
    ['/whitelabel/packages/{id}/sales-settings', 'PackageSalesSettings', 'Sales settings'],
    ['/whitelabel/subscriptions', 'Subscriptions', 'Subscriptions'],
    ['/whitelabel/subscriptions/create', 'SubscriptionCreate', 'Add an Account'],
    ['/whitelabel/subscriptions/usage-history', 'UsageHistory', 'Usage history'],
    ['/whitelabel/subscriptions/{id}/edit', 'SubscriptionEdit', 'Edit subscription'],
    ['/whitelabel/stripe', 'Stripe', 'Stripe'],
    ['/whitelabel/stripe/callback', 'StripeCallback', 'Connecting Stripe'],
    ['/whitelabel/custom-links', 'CustomLinks', 'Custom Links'],
    ['/whitelabel/smtp', 'Smtp', 'SMTP'],
    ['/whitelabel/webhook', 'Webhook', 'Webhook'],
    ['/whitelabel/email-templates', 'EmailTemplates', 'Email Templates'],
    ['/whitelabel/training-content', 'TrainingContent', 'Training Content'],
    ['/whitelabel/training-content/{id}', 'TrainingContentTopic', 'Training topic'],
    ['/whitelabel/training-content/{id}/create', 'TrainingContentCreate', 'New training page'],
    ['/whitelabel/training-content/{id}/{pageId}/edit', 'TrainingContentEdit', 'Edit training page'],
  ]),
  ...section('admin', { module: 'admin' }, [
    ['/admin', 'Admin', 'Admin', { redirectTo: '/admin/dashboard' }],
    ['/admin/dashboard', 'Dashboard', 'Dashboard'],
    ['/admin/users', 'Users', 'Users'],
    ['/admin/users/create', 'UserCreate', 'New user'],
    ['/admin/users/history', 'UsersHistory', 'Users history'],
    ['/admin/users/{id}/edit', 'UserEdit', 'Edit user'],
    ['/admin/plans', 'Plans', 'Plans'],
    ['/admin/plans/create', 'PlanCreate', 'New plan'],
    ['/admin/plans/history', 'PlansHistory', 'Plans history'],
    ['/admin/plans/{id}/edit', 'PlanEdit', 'Edit plan'],
    ['/admin/searchers', 'Searchers', 'Searchers', { page: 'SearchersPage' }],
    [
      '/admin/user-analytics',
      'UserAnalytics',
      'User Analytics',
      { redirectTo: '/admin/user-analytics/credit-usage' },
    ],
    ['/admin/user-analytics/credit-usage', 'CreditUsage', 'Credit usage'],
    ['/admin/user-analytics/login-activity', 'LoginActivity', 'Login activity'],
    ['/admin/user-analytics/monthly-credit-usage', 'MonthlyCreditUsage', 'Monthly credit usage'],
    ['/admin/ai-assistant', 'AiAssistant', 'AI Assistant'],
    ['/admin/ai-assistant/history', 'AiAssistantHistory', 'AI Assistant history'],
    ['/admin/reports', 'Reports', 'Reports'],
    ['/admin/training-content', 'TrainingContent', 'Training Content'],
    ['/admin/training-content/history', 'TrainingContentHistory', 'Training content history'],
    ['/admin/training-content/{id}', 'TrainingContentTopic', 'Training topic'],
    ['/admin/training-content/{id}/create', 'TrainingContentCreate', 'New training page'],
    ['/admin/training-content/{id}/{pageId}/edit', 'TrainingContentEdit', 'Edit training page'],
    ['/admin/topics', 'Topics', 'Topics'],
    ['/admin/topics/create', 'TopicCreate', 'New topic'],
    ['/admin/topics/{id}/edit', 'TopicEdit', 'Edit topic'],
    ['/admin/resellers', 'Resellers', 'Resellers', { page: 'ResellersPage' }],
    ['/admin/ai-limits', 'AiLimits', 'AI limits', { page: 'AiLimitsPage' }],
    ['/admin/corpus', 'Corpus', 'Open corpus', { page: 'CorpusPage' }],
    ['/admin/corpus/twins', 'CorpusTwins', 'Twins', { page: 'TwinsPage' }],
    ['/admin/mails', 'Mails', 'Mail', { page: 'MailsPage' }],
    ['/admin/brand', 'Brand', 'Brand', { page: 'BrandPage' }],
  ]),
]

/** The loader of a route's page, or undefined while it is not built. */
export const loaderOf = (entry: RouteEntry): PageLoader | undefined =>
  entry.page ? BUILT_PAGES[entry.page] : undefined

/** The same address in the router's words: `{id}` becomes `$id`, and a list's `{type}-{id}` is `$listRef`. */
export const routerPath = (path: string): string =>
  path.replaceAll('{type}-{id}', '$listRef').replace(/\{(\w+)\}/g, '$$$1')

const byPath = new Map(ROUTES.map((entry) => [entry.path, entry]))

/** The route with this exact path; throws for a path that the table does not have (a mistake of ours). */
export function routeAt(path: string): RouteEntry {
  const entry = byPath.get(path)
  if (!entry) throw new Error(`No route ${path}`)
  return entry
}

/** Whether visiting the route shows a real page; a parent counts as its default child. */
export const isBuilt = (entry: RouteEntry): boolean =>
  entry.redirectTo ? isBuilt(routeAt(entry.redirectTo)) : loaderOf(entry) !== undefined
