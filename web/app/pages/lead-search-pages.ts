import { component, inModule } from './page.ts'

export const LEAD_SEARCH_PAGES = inModule('leads', [
  {
    path: '/lead-search/new-search',
    title: 'New Search',
    nav: { section: 'lead-search', icon: 'search' },
    goKey: 's',
    load: component(() => import('../../features/prospecting/searches/new-search-page.tsx')),
  },
  {
    path: '/lead-search/saved-lists',
    title: 'Saved Lists',
    nav: { section: 'lead-search', icon: 'list' },
    goKey: 'l',
    load: component(() => import('../saved-lists-page.tsx')),
  },
  {
    path: '/lead-search/ai-assistant',
    title: 'AI Assistant',
    nav: { section: 'lead-search', icon: 'sparkles', count: 'reviews' },
    load: component(() => import('../../features/ai/ai-text/ai-assistant-page.tsx')),
  },
  {
    path: '/lead-search/custom-labels',
    title: 'Custom Labels',
    nav: { section: 'lead-search', icon: 'tag' },
    load: component(() => import('../../features/leads/labels/custom-labels-page.tsx')),
  },
  {
    path: '/lead-search/autopilot',
    title: 'Autopilot Search',
    nav: { section: 'lead-search', icon: 'repeat' },
    load: component(() => import('../../features/prospecting/autopilots/autopilots-page.tsx')),
  },
  {
    path: '/autopilot/create',
    title: 'New autopilot search',
    load: component(
      () => import('../../features/prospecting/autopilots/autopilot-form-page.tsx'),
      'AutopilotCreatePage',
    ),
  },
  {
    path: '/autopilot/{type}-{id}/edit',
    title: 'Edit autopilot search',
    load: component(
      () => import('../../features/prospecting/autopilots/autopilot-form-page.tsx'),
      'AutopilotEditPage',
    ),
  },
  {
    path: '/lead-search/import',
    title: 'Import leads',
    nav: { section: 'tools', icon: 'file-import' },
    load: component(() => import('../import-page.tsx')),
  },
  {
    path: '/lead-search/email-finder',
    title: 'Email finder',
    nav: { section: 'tools', icon: 'mail-search' },
    load: component(() => import('../../features/prospecting/waterfalls/email-finder-page.tsx')),
  },
  {
    path: '/lead-search/email-verification',
    title: 'Email verification',
    can: 'see_all_lists',
    nav: { section: 'tools', icon: 'mail-check' },
    goKey: 'v',
    load: component(
      () => import('../../features/prospecting/email-verification/email-verification-page.tsx'),
    ),
  },
  {
    path: '/lead-search/waterfall',
    title: 'Waterfall',
    nav: { section: 'tools', icon: 'stack-push' },
    load: component(() => import('../../features/prospecting/waterfalls/waterfall-page.tsx')),
  },
  {
    path: '/lead-search/custom-fields',
    title: 'Custom fields',
    nav: { section: 'tools', icon: 'forms' },
    load: component(() => import('../../features/leads/custom-fields/custom-fields-page.tsx')),
  },
  {
    path: '/lead-search/services',
    title: 'Services',
    nav: { section: 'tools', icon: 'briefcase' },
    load: component(() => import('../../features/leads/services/services-page.tsx')),
  },
  {
    path: '/lead-search/forms',
    title: 'Forms',
    can: 'see_all_lists',
    nav: { section: 'tools', icon: 'clipboard-text' },
    load: component(() => import('../../features/prospecting/forms/forms-page.tsx')),
  },
  {
    path: '/lead-search/forms/new',
    title: 'New form',
    can: 'see_all_lists',
    load: component(() => import('../../features/prospecting/forms/form-builder-page.tsx'), 'NewFormPage'),
  },
  {
    path: '/lead-search/forms/{id}',
    title: 'Form',
    can: 'see_all_lists',
    load: component(() => import('../../features/prospecting/forms/form-builder-page.tsx'), 'FormPage'),
  },
  {
    path: '/lead-search/forms/{id}/submissions',
    title: 'Submissions',
    can: 'see_all_lists',
    load: component(() => import('../../features/prospecting/forms/submissions-page.tsx')),
  },
  {
    path: '/suppression',
    title: 'Suppression list',
    can: 'see_all_lists',
    nav: { section: 'tools', icon: 'ban' },
    load: component(() => import('../../features/privacy/suppression/suppression-page.tsx')),
  },
  {
    path: '/suppression/erasures',
    title: 'Erasure reports',
    can: 'erase_people',
    load: component(() => import('../../features/privacy/suppression/erasures-page.tsx')),
  },
  {
    path: '/lead-search/sources',
    title: 'Source quality',
    nav: { section: 'tools', icon: 'chart-bar' },
    goKey: 'q',
    load: component(() => import('../../features/sources/source-stats/sources-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}',
    title: 'List',
    load: component(() => import('../list-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/new-search',
    title: 'New search for a list',
    load: component(() => import('../../features/prospecting/searches/new-search-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/tags-and-source',
    title: 'Tags and source',
    load: component(() => import('../../features/leads/labels/tags-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/exports',
    title: 'Exports of a list',
    load: component(() => import('../../features/leads/exports/exports-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/crm',
    title: 'Sent to CRMs',
    load: component(() => import('../../features/leads/crm/crm-ledger-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/duplicates',
    title: 'Duplicates in a list',
    load: component(() => import('../../features/leads/duplicates/duplicates-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/import-address',
    title: 'Import address of a list',
    load: component(() => import('../../features/prospecting/import-addresses/import-address-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/webhook',
    title: 'Webhooks of a list',
    can: 'manage_webhooks',
    load: component(() => import('../../features/activity/webhooks/list-webhooks-page.tsx')),
  },
  {
    path: '/saved-lists/{type}-{id}/{resultId}',
    title: 'Lead',
    load: component(() => import('../lead-page.tsx')),
  },
])
