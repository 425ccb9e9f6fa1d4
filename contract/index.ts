import * as billing from './accounts/billing.ts'
import * as checkout from './accounts/checkout.ts'
import * as credits from './accounts/credits.ts'
import * as margin from './accounts/margin.ts'
import * as payKickstart from './accounts/paykickstart.ts'
import * as paymentChecks from './accounts/payment-checks.ts'
import * as payments from './accounts/payments.ts'
import * as plans from './accounts/plans.ts'
import * as resellers from './accounts/resellers.ts'
import * as sales from './accounts/sales.ts'
import * as subscriptions from './accounts/subscriptions.ts'
import * as waitingSales from './accounts/waiting-sales.ts'
import * as wallet from './accounts/wallet.ts'
import * as allRuns from './activity/all-runs.ts'
import * as failingWebhooks from './activity/failing-webhooks.ts'
import * as notifications from './activity/notifications.ts'
import * as runs from './activity/runs.ts'
import * as webhookListeners from './activity/webhook-listeners.ts'
import * as webhooks from './activity/webhooks.ts'
import * as backups from './admin/backups.ts'
import * as dashboard from './admin/dashboard.ts'
import * as installation from './admin/installation.ts'
import * as kitLibrary from './admin/kit-library.ts'
import * as kitRollouts from './admin/kit-rollouts.ts'
import * as kits from './admin/kits.ts'
import * as statistics from './admin/statistics/index.ts'
import * as salesReport from './admin/statistics/sales-report.ts'
import * as reports from './admin/statistics/subscription-report.ts'
import * as storedKits from './admin/stored-kits.ts'
import * as adminUsers from './admin/users.ts'
import * as aiLimits from './ai/ai-limits.ts'
import * as aiPrompts from './ai/ai-prompts.ts'
import * as aiText from './ai/ai-text.ts'
import * as aiTraining from './ai/ai-training.ts'
import * as aiTrainingWebsites from './ai/ai-training-websites.ts'
import * as ask from './ai/ask.ts'
import * as businessDetails from './ai/business-details.ts'
import * as icp from './ai/icp.ts'
import * as leadScores from './ai/lead-scores.ts'
import * as openAi from './ai/open-ai.ts'
import * as platformPrompts from './ai/platform-prompts.ts'
import * as allDomains from './branding/all-domains.ts'
import * as courses from './branding/courses.ts'
import * as domains from './branding/domains.ts'
import * as mail from './branding/mail.ts'
import * as mailBounces from './branding/mail-bounces.ts'
import * as mailEvents from './branding/mail-events.ts'
import * as mailServer from './branding/mail-server.ts'
import * as mailTemplates from './branding/mail-templates.ts'
import * as signOnSettings from './branding/sign-on.ts'
import * as site from './branding/site.ts'
import * as sites from './branding/sites.ts'
import * as trainingContent from './branding/training-content.ts'
import * as trainingTopics from './branding/training-topics.ts'
import * as appErrors from './core/app-errors.ts'
import * as auditLog from './core/audit-log.ts'
import type { Endpoint } from './core/endpoint.ts'
import * as files from './core/files.ts'
import * as find from './core/find.ts'
import * as histories from './core/histories.ts'
import * as jobs from './core/jobs.ts'
import * as settings from './core/settings.ts'
import * as system from './core/system.ts'
import * as vocabulary from './core/vocabulary.ts'
import * as auth from './identity/auth.ts'
import * as connectedApps from './identity/connected-apps.ts'
import * as logInAs from './identity/log-in-as.ts'
import * as me from './identity/me.ts'
import * as sessions from './identity/sessions.ts'
import * as signOn from './identity/sign-on.ts'
import * as staff from './identity/staff.ts'
import * as start from './identity/start.ts'
import * as team from './identity/team.ts'
import * as cleanUp from './leads/clean-up.ts'
import * as crm from './leads/crm.ts'
import * as crmLedger from './leads/crm-ledger.ts'
import * as crmOutcomes from './leads/crm-outcomes.ts'
import * as crmWins from './leads/crm-wins.ts'
import * as customFields from './leads/custom-fields.ts'
import * as exportTemplates from './leads/export-templates.ts'
import * as exports from './leads/exports.ts'
import * as labels from './leads/labels.ts'
import * as leadEdits from './leads/lead-edits.ts'
import * as leads from './leads/leads.ts'
import * as listDuplicates from './leads/list-duplicates.ts'
import * as lists from './leads/lists.ts'
import * as manualEntry from './leads/manual-entry.ts'
import * as services from './leads/services.ts'
import * as views from './leads/views.ts'
import * as zapier from './leads/zapier.ts'
import * as accountClosing from './privacy/account-closing.ts'
import * as accountExport from './privacy/account-export.ts'
import * as suppression from './privacy/suppression.ts'
import * as audits from './prospecting/audits.ts'
import * as autopilots from './prospecting/autopilots.ts'
import * as bounces from './prospecting/bounces.ts'
import * as emailFinder from './prospecting/email-finder.ts'
import * as emailVerification from './prospecting/email-verification.ts'
import * as enrichOne from './prospecting/enrich-one.ts'
import * as enrichment from './prospecting/enrichment.ts'
import * as findSimilar from './prospecting/find-similar.ts'
import * as forms from './prospecting/forms.ts'
import * as importAddresses from './prospecting/import-addresses.ts'
import * as leadImports from './prospecting/lead-imports.ts'
import * as searches from './prospecting/searches.ts'
import * as waterfalls from './prospecting/waterfalls.ts'
import * as corpus from './sources/corpus.ts'
import * as corpusAreas from './sources/corpus-areas.ts'
import * as corpusDuplicates from './sources/corpus-duplicates.ts'
import * as leadSources from './sources/lead-sources.ts'
import * as searchers from './sources/searchers.ts'
import * as sourceStats from './sources/source-stats.ts'
import * as websites from './sources/websites.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

/** Every endpoint. The server mounts each exactly once; OpenAPI and the access test use it too. */
export const allEndpoints: Endpoint[] = [
  system,
  appErrors,
  jobs,
  settings,
  histories,
  auditLog,
  sites,
  site,
  signOnSettings,
  domains,
  backups,
  dashboard,
  installation,
  kitLibrary,
  kits,
  storedKits,
  kitRollouts,
  adminUsers,
  statistics,
  salesReport,
  reports,
  auth,
  me,
  start,
  sessions,
  connectedApps,
  logInAs,
  staff,
  signOn,
  team,
  businessDetails,
  openAi,
  aiLimits,
  aiPrompts,
  platformPrompts,
  aiText,
  aiTraining,
  aiTrainingWebsites,
  ask,
  icp,
  leadScores,
  courses,
  trainingContent,
  trainingTopics,
  billing,
  credits,
  margin,
  mail,
  mailBounces,
  mailEvents,
  mailServer,
  mailTemplates,
  notifications,
  checkout,
  payKickstart,
  payments,
  paymentChecks,
  waitingSales,
  plans,
  resellers,
  sales,
  subscriptions,
  wallet,
  vocabulary,
  searches,
  runs,
  allDomains,
  allRuns,
  failingWebhooks,
  lists,
  leads,
  leadEdits,
  listDuplicates,
  labels,
  forms,
  importAddresses,
  leadImports,
  manualEntry,
  cleanUp,
  crm,
  crmLedger,
  crmOutcomes,
  crmWins,
  customFields,
  exportTemplates,
  exports,
  services,
  views,
  find,
  websites,
  webhooks,
  webhookListeners,
  zapier,
  enrichment,
  enrichOne,
  emailVerification,
  waterfalls,
  audits,
  autopilots,
  findSimilar,
  emailFinder,
  bounces,
  sourceStats,
  leadSources,
  searchers,
  suppression,
  files,
  accountClosing,
  accountExport,
  corpus,
  corpusAreas,
  corpusDuplicates,
].flatMap((area) => (Object.values(area) as unknown[]).filter(isEndpoint))
