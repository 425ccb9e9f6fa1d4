import * as accountClosing from './account-closing.ts'
import * as accountExport from './account-export.ts'
import * as aiLimits from './ai-limits.ts'
import * as aiPrompts from './ai-prompts.ts'
import * as aiText from './ai-text.ts'
import * as aiTraining from './ai-training.ts'
import * as aiTrainingWebsites from './ai-training-websites.ts'
import * as auth from './auth.ts'
import * as autopilots from './autopilots.ts'
import * as billing from './billing.ts'
import * as bounces from './bounces.ts'
import * as businessDetails from './business-details.ts'
import * as cleanUp from './clean-up.ts'
import * as corpus from './corpus.ts'
import * as corpusAreas from './corpus-areas.ts'
import * as corpusTwins from './corpus-twins.ts'
import * as courses from './courses.ts'
import * as crm from './crm.ts'
import * as crmLedger from './crm-ledger.ts'
import * as customFields from './custom-fields.ts'
import * as emailFinder from './email-finder.ts'
import * as emailVerification from './email-verification.ts'
import type { Endpoint } from './endpoint.ts'
import * as enrichment from './enrichment.ts'
import * as exportTemplates from './export-templates.ts'
import * as exports from './exports.ts'
import * as files from './files.ts'
import * as find from './find.ts'
import * as findSimilar from './find-similar.ts'
import * as labels from './labels.ts'
import * as leadEdits from './lead-edits.ts'
import * as leadImports from './lead-imports.ts'
import * as leadSources from './lead-sources.ts'
import * as leads from './leads.ts'
import * as listTwins from './list-twins.ts'
import * as lists from './lists.ts'
import * as mail from './mail.ts'
import * as manualEntry from './manual-entry.ts'
import * as me from './me.ts'
import * as notifications from './notifications.ts'
import * as openAi from './open-ai.ts'
import * as resellers from './resellers.ts'
import * as runs from './runs.ts'
import * as searchers from './searchers.ts'
import * as searches from './searches.ts'
import * as sessions from './sessions.ts'
import * as sites from './sites.ts'
import * as sourceStats from './source-stats.ts'
import * as suppression from './suppression.ts'
import * as system from './system.ts'
import * as team from './team.ts'
import * as views from './views.ts'
import * as vocabulary from './vocabulary.ts'
import * as wallet from './wallet.ts'
import * as waterfalls from './waterfalls.ts'
import * as webhooks from './webhooks.ts'
import * as websites from './websites.ts'
import * as zapier from './zapier.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

/** Every endpoint there is. The server mounts each exactly once, OpenAPI and the access test walk it. */
export const allEndpoints: Endpoint[] = [
  system,
  sites,
  auth,
  me,
  sessions,
  team,
  businessDetails,
  openAi,
  aiLimits,
  aiPrompts,
  aiText,
  aiTraining,
  aiTrainingWebsites,
  courses,
  billing,
  mail,
  notifications,
  resellers,
  wallet,
  vocabulary,
  searches,
  runs,
  lists,
  leads,
  leadEdits,
  listTwins,
  labels,
  leadImports,
  manualEntry,
  cleanUp,
  crm,
  crmLedger,
  customFields,
  exportTemplates,
  exports,
  views,
  find,
  websites,
  webhooks,
  zapier,
  enrichment,
  emailVerification,
  waterfalls,
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
  corpusTwins,
].flatMap((area) => (Object.values(area) as unknown[]).filter(isEndpoint))
