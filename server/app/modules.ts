import { accountsModule } from '#server/modules/accounts/accounts/index.ts'
import { billingModule } from '#server/modules/accounts/billing/index.ts'
import { marginModule } from '#server/modules/accounts/margin/index.ts'
import { paykickstartModule } from '#server/modules/accounts/paykickstart/index.ts'
import { paymentsModule } from '#server/modules/accounts/payments/index.ts'
import { plansModule } from '#server/modules/accounts/plans/index.ts'
import { resellersModule } from '#server/modules/accounts/resellers/index.ts'
import { statementsModule } from '#server/modules/accounts/statements/index.ts'
import { subscriptionsModule } from '#server/modules/accounts/subscriptions/index.ts'
import { termsModule } from '#server/modules/accounts/terms/index.ts'
import { walletModule } from '#server/modules/accounts/wallet/index.ts'
import { notificationsModule } from '#server/modules/activity/notifications/index.ts'
import { runsModule } from '#server/modules/activity/runs/index.ts'
import { webhooksModule } from '#server/modules/activity/webhooks/index.ts'
import { backupsModule } from '#server/modules/admin/backups/index.ts'
import { dashboardModule } from '#server/modules/admin/dashboard/index.ts'
import { kitsModule } from '#server/modules/admin/kits/index.ts'
import { statisticsModule } from '#server/modules/admin/statistics/index.ts'
import { usersModule } from '#server/modules/admin/users/index.ts'
import { aiLimitsModule } from '#server/modules/ai/ai-limits/index.ts'
import { aiPromptsModule } from '#server/modules/ai/ai-prompts/index.ts'
import { aiTextModule } from '#server/modules/ai/ai-text/index.ts'
import { aiTrainingModule } from '#server/modules/ai/ai-training/index.ts'
import { askModule } from '#server/modules/ai/ask/index.ts'
import { businessDetailsModule } from '#server/modules/ai/business-details/index.ts'
import { icpModule } from '#server/modules/ai/icp/index.ts'
import { leadPatternsModule } from '#server/modules/ai/lead-patterns/index.ts'
import { leadScoresModule } from '#server/modules/ai/lead-scores/index.ts'
import { modelsModule } from '#server/modules/ai/models/index.ts'
import { mailModule } from '#server/modules/branding/mail/index.ts'
import { mailEventsModule } from '#server/modules/branding/mail-events/index.ts'
import { mailServersModule } from '#server/modules/branding/mail-servers/index.ts'
import { sitesModule } from '#server/modules/branding/sites/index.ts'
import { trainingModule } from '#server/modules/branding/training/index.ts'
import { auditModule } from '#server/modules/core/audit/index.ts'
import { auditLogModule } from '#server/modules/core/audit-log/index.ts'
import { filesModule } from '#server/modules/core/files/index.ts'
import { findModule } from '#server/modules/core/find/index.ts'
import { jobsModule } from '#server/modules/core/jobs/index.ts'
import { normaliseModule } from '#server/modules/core/normalise/index.ts'
import { oneTimeCodesModule } from '#server/modules/core/one-time-codes/index.ts'
import { quotesModule } from '#server/modules/core/quotes/index.ts'
import { settingsModule } from '#server/modules/core/settings/index.ts'
import { systemModule } from '#server/modules/core/system/index.ts'
import { tablesModule } from '#server/modules/core/tables/index.ts'
import { telemetryModule } from '#server/modules/core/telemetry/index.ts'
import { vocabularyModule } from '#server/modules/core/vocabulary/index.ts'
import { authModule } from '#server/modules/identity/auth/index.ts'
import { checklistModule } from '#server/modules/identity/checklist/index.ts'
import { connectedAppsModule } from '#server/modules/identity/connected-apps/index.ts'
import { profileModule } from '#server/modules/identity/profile/index.ts'
import { secondFactorModule } from '#server/modules/identity/second-factor/index.ts'
import { sessionsModule } from '#server/modules/identity/sessions/index.ts'
import { signOnModule } from '#server/modules/identity/sign-on/index.ts'
import { staffModule } from '#server/modules/identity/staff/index.ts'
import { startModule } from '#server/modules/identity/start/index.ts'
import { teamModule } from '#server/modules/identity/team/index.ts'
import { crmModule } from '#server/modules/leads/crm/index.ts'
import { customFieldsModule } from '#server/modules/leads/custom-fields/index.ts'
import { duplicatesModule } from '#server/modules/leads/duplicates/index.ts'
import { exportsModule } from '#server/modules/leads/exports/index.ts'
import { labelsModule } from '#server/modules/leads/labels/index.ts'
import { leadEditsModule } from '#server/modules/leads/lead-edits/index.ts'
import { leadsModule } from '#server/modules/leads/leads/index.ts'
import { listsModule } from '#server/modules/leads/lists/index.ts'
import { runStartModule } from '#server/modules/leads/run-start/index.ts'
import { servicesModule } from '#server/modules/leads/services/index.ts'
import { viewsModule } from '#server/modules/leads/views/index.ts'
import { accountClosingModule } from '#server/modules/privacy/account-closing/index.ts'
import { accountExportModule } from '#server/modules/privacy/account-export/index.ts'
import { erasureModule } from '#server/modules/privacy/erasure/index.ts'
import { noticesModule } from '#server/modules/privacy/notices/index.ts'
import { suppressionModule } from '#server/modules/privacy/suppression/index.ts'
import { auditPageModule } from '#server/modules/prospecting/audit-page/index.ts'
import { autopilotsModule } from '#server/modules/prospecting/autopilots/index.ts'
import { bouncesModule } from '#server/modules/prospecting/bounces/index.ts'
import { emailVerificationModule } from '#server/modules/prospecting/email-verification/index.ts'
import { enrichOneModule } from '#server/modules/prospecting/enrich-one/index.ts'
import { enrichmentModule } from '#server/modules/prospecting/enrichment/index.ts'
import { formsModule } from '#server/modules/prospecting/forms/index.ts'
import { importAddressesModule } from '#server/modules/prospecting/import-addresses/index.ts'
import { leadImportsModule } from '#server/modules/prospecting/lead-imports/index.ts'
import { searchesModule } from '#server/modules/prospecting/searches/index.ts'
import { waterfallsModule } from '#server/modules/prospecting/waterfalls/index.ts'
import { corpusModule } from '#server/modules/sources/corpus/index.ts'
import { sourceStatsModule } from '#server/modules/sources/source-stats/index.ts'
import { sourcesModule } from '#server/modules/sources/sources/index.ts'
import { websitesModule } from '#server/modules/sources/websites/index.ts'
import type { Module } from '#server/platform/module.ts'
import { appModule } from './app-module.ts'

/** All modules of the program. A new one is a line here; it declares the rest itself. */
export const MODULES: readonly Module[] = [
  appModule,
  auditModule,
  auditLogModule,
  filesModule,
  findModule,
  jobsModule,
  normaliseModule,
  oneTimeCodesModule,
  quotesModule,
  settingsModule,
  systemModule,
  tablesModule,
  telemetryModule,
  vocabularyModule,
  mailModule,
  mailEventsModule,
  mailServersModule,
  sitesModule,
  trainingModule,
  notificationsModule,
  runsModule,
  webhooksModule,
  accountsModule,
  billingModule,
  marginModule,
  paykickstartModule,
  paymentsModule,
  plansModule,
  resellersModule,
  statementsModule,
  subscriptionsModule,
  termsModule,
  walletModule,
  // Before those whose clean-up follows what the trash loses.
  leadsModule,
  crmModule,
  customFieldsModule,
  duplicatesModule,
  exportsModule,
  labelsModule,
  leadEditsModule,
  listsModule,
  runStartModule,
  servicesModule,
  viewsModule,
  corpusModule,
  sourceStatsModule,
  sourcesModule,
  websitesModule,
  aiLimitsModule,
  aiPromptsModule,
  aiTextModule,
  aiTrainingModule,
  askModule,
  businessDetailsModule,
  icpModule,
  leadPatternsModule,
  leadScoresModule,
  modelsModule,
  auditPageModule,
  autopilotsModule,
  bouncesModule,
  emailVerificationModule,
  enrichmentModule,
  enrichOneModule,
  formsModule,
  importAddressesModule,
  leadImportsModule,
  searchesModule,
  waterfallsModule,
  authModule,
  checklistModule,
  profileModule,
  secondFactorModule,
  sessionsModule,
  connectedAppsModule,
  staffModule,
  startModule,
  signOnModule,
  teamModule,
  accountClosingModule,
  accountExportModule,
  erasureModule,
  noticesModule,
  suppressionModule,
  backupsModule,
  dashboardModule,
  kitsModule,
  statisticsModule,
  usersModule,
]
