import { createElement } from 'react'
import { STATISTIC_NAMES, type StatisticId } from '#contract/admin/statistics/names.ts'
import { component, inModule, type Page } from './page.ts'

export const ADMIN_PAGES = inModule('admin', [
  {
    path: '/admin',
    title: 'Admin',
    redirectTo: '/admin/dashboard',
  },
  {
    path: '/admin/dashboard',
    title: 'Dashboard',
    nav: { section: 'admin', icon: 'dashboard' },
    load: component(() => import('../../features/admin/dashboard/dashboard-page.tsx')),
  },
  {
    path: '/admin/users',
    title: 'Users',
    nav: { section: 'admin', icon: 'users' },
    load: component(() => import('../../features/admin/users/users-page.tsx')),
  },
  {
    path: '/admin/users/create',
    title: 'New user',
    can: 'administer',
    load: component(() => import('../../features/admin/users/create-user-page.tsx')),
  },
  {
    path: '/admin/users/history',
    title: 'Users history',
    load: component(() => import('../../features/core/audit/histories-page.tsx'), 'UsersHistoryPage'),
  },
  {
    path: '/admin/users/{id}/edit',
    title: 'Edit user',
    load: component(() => import('../../features/admin/users/edit-user-page.tsx')),
  },
  {
    path: '/admin/plans',
    title: 'Plans',
    can: 'sell',
    nav: { section: 'admin', icon: 'package' },
    load: component(() => import('../../features/accounts/packages/packages-page.tsx')),
  },
  {
    path: '/admin/plans/create',
    title: 'New plan',
    can: 'sell',
    load: component(() => import('../../features/accounts/packages/package-pages.tsx'), 'PackageCreatePage'),
  },
  {
    path: '/admin/plans/history',
    title: 'Plans history',
    load: component(() => import('../../features/core/audit/histories-page.tsx'), 'PlansHistoryPage'),
  },
  {
    path: '/admin/plans/{id}/edit',
    title: 'Edit plan',
    can: 'sell',
    load: component(() => import('../../features/accounts/packages/package-pages.tsx'), 'PackageEditPage'),
  },
  {
    path: '/admin/searchers',
    title: 'Searchers',
    nav: { section: 'admin', icon: 'list-search' },
    load: component(() => import('../../features/sources/sources/searchers-page.tsx')),
  },
  {
    path: '/admin/user-analytics',
    title: 'User Analytics',
    nav: { section: 'admin', icon: 'chart-bar' },
    redirectTo: '/admin/user-analytics/credit-usage',
  },
  ...STATISTIC_NAMES.map(({ id, label }): Page & { path: `/admin/user-analytics/${StatisticId}` } => ({
    path: `/admin/user-analytics/${id}`,
    title: label,
    tab: { group: 'user-analytics', label },
    load: async () => {
      const { StatisticPage } = await import('../../features/admin/statistics/statistic-page.tsx')
      return { default: () => createElement(StatisticPage, { id }) }
    },
  })),
  {
    path: '/admin/ai-assistant',
    title: 'Platform AI Assistant',
    nav: { section: 'admin', icon: 'sparkles' },
    load: component(() => import('../../features/ai/ai-text/platform-prompts-page.tsx')),
  },
  {
    path: '/admin/ai-assistant/history',
    title: 'AI Assistant history',
    load: component(() => import('../../features/ai/ai-text/generations-page.tsx')),
  },
  {
    path: '/admin/reports',
    title: 'Reports',
    can: 'see_revenue',
    nav: { section: 'admin', icon: 'report' },
    load: component(() => import('../../features/admin/statistics/reports-page.tsx')),
  },
  {
    path: '/admin/training-content',
    title: 'Platform Training Content',
    nav: { section: 'admin', icon: 'school' },
    load: component(() => import('../../features/branding/training/content-page.tsx')),
  },
  {
    path: '/admin/training-content/history',
    title: 'Training content history',
    load: component(() => import('../../features/branding/training/content-history-page.tsx')),
  },
  {
    path: '/admin/training-content/{id}',
    title: 'Course',
    load: component(() => import('../../features/branding/training/content-course-page.tsx')),
  },
  {
    path: '/admin/training-content/{id}/create',
    title: 'New training page',
    load: component(() => import('../../features/branding/training/create-page-page.tsx')),
  },
  {
    path: '/admin/training-content/{id}/{pageId}/edit',
    title: 'Edit training page',
    load: component(() => import('../../features/branding/training/edit-page-page.tsx')),
  },
  {
    path: '/admin/topics',
    title: 'Topics',
    nav: { section: 'admin', icon: 'tag' },
    load: component(() => import('../../features/branding/training/topics-page.tsx')),
  },
  {
    path: '/admin/topics/create',
    title: 'New topic',
    load: component(() => import('../../features/branding/training/topic-page.tsx'), 'CreateTopicPage'),
  },
  {
    path: '/admin/topics/{id}/edit',
    title: 'Edit topic',
    load: component(() => import('../../features/branding/training/topic-page.tsx'), 'EditTopicPage'),
  },
  {
    path: '/admin/resellers',
    title: 'Resellers',
    nav: { section: 'platform', icon: 'building-store' },
    load: component(() => import('../../features/accounts/resellers/resellers-page.tsx')),
  },
  {
    path: '/admin/resellers/{id}',
    title: 'Reseller',
    can: 'administer',
    load: component(() => import('../../features/branding/sites/reseller-site-page.tsx')),
  },
  {
    path: '/admin/domains',
    title: 'Domains',
    nav: { section: 'platform', icon: 'link' },
    load: component(() => import('../../features/branding/sites/all-domains-page.tsx')),
  },
  {
    path: '/admin/staff',
    title: 'Staff',
    nav: { section: 'platform', icon: 'users' },
    load: component(() => import('../../features/identity/staff/staff-page.tsx')),
  },
  {
    path: '/admin/ai-limits',
    title: 'AI limits',
    nav: { section: 'platform', icon: 'gauge' },
    load: component(() => import('../../features/ai/ai-limits/ai-limits-page.tsx')),
  },
  {
    path: '/admin/corpus',
    title: 'Business data',
    nav: { section: 'platform', icon: 'database-import' },
    load: component(() => import('../../features/sources/corpus/corpus-page.tsx')),
  },
  {
    path: '/admin/corpus/duplicates',
    title: 'Duplicates',
    load: component(() => import('../../features/sources/corpus/duplicates/duplicates-page.tsx')),
  },
  {
    path: '/admin/mails',
    title: 'Sent emails',
    nav: { section: 'platform', icon: 'mail' },
    load: component(() => import('../../features/branding/mail/mails-page.tsx')),
  },
  {
    path: '/admin/smtp',
    title: 'Platform email server',
    can: 'manage_brand',
    nav: { section: 'platform', icon: 'mail-check' },
    load: component(() => import('../../features/branding/mail-servers/smtp-page.tsx'), 'PlatformSmtpPage'),
  },
  {
    path: '/admin/email-templates',
    title: 'Platform email templates',
    can: 'manage_brand',
    nav: { section: 'platform', icon: 'forms' },
    load: component(
      () => import('../../features/branding/mail-templates/templates-page.tsx'),
      'PlatformEmailTemplatesPage',
    ),
  },
  {
    path: '/admin/brand',
    title: 'Brand',
    nav: { section: 'platform', icon: 'palette' },
    load: component(() => import('../../features/branding/sites/brand-page.tsx')),
  },
  {
    path: '/admin/errors',
    title: 'App errors',
    nav: { section: 'platform', icon: 'bug' },
    load: component(() => import('../../features/core/telemetry/errors-page.tsx')),
  },
  {
    path: '/admin/errors/{id}',
    title: 'App error',
    load: component(() => import('../../features/core/telemetry/error-page.tsx')),
  },
  {
    path: '/admin/runs',
    title: 'Runs',
    nav: { section: 'platform', icon: 'activity' },
    load: component(() => import('../../features/activity/runs/all-runs-page.tsx')),
  },
  {
    path: '/admin/webhooks',
    title: 'Webhooks',
    nav: { section: 'platform', icon: 'webhook' },
    load: component(() => import('../../features/activity/webhooks/failing-webhooks-page.tsx')),
  },
  {
    path: '/admin/jobs',
    title: 'Jobs',
    nav: { section: 'platform', icon: 'stack' },
    load: component(() => import('../../features/core/jobs/jobs-page.tsx')),
  },
  {
    path: '/admin/backups',
    title: 'Backups',
    nav: { section: 'platform', icon: 'database' },
    load: component(() => import('../../features/admin/backups/backups-page.tsx')),
  },
  {
    path: '/admin/histories',
    title: 'Change history',
    nav: { section: 'platform', icon: 'history' },
    load: component(() => import('../../features/core/audit/histories-page.tsx'), 'HistoriesPage'),
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    nav: { section: 'platform', icon: 'settings' },
    load: component(() => import('../../features/core/settings/settings-page.tsx')),
  },
])
