import type { CommandSpec } from './arguments/command-spec.ts'
import { ACCOUNT_COMMANDS } from './commands/accounts.ts'
import { aiReviewCommand } from './commands/ai-review.ts'
import { AI_TRAIN_COMMANDS } from './commands/ai-train.ts'
import { aiWriteCommand } from './commands/ai-write.ts'
import { apiCommand } from './commands/api.ts'
import { askCommand } from './commands/ask.ts'
import { auditHeadCommand, auditVerifyCommand } from './commands/audit.ts'
import { AUTOPILOT_COMMANDS } from './commands/autopilot.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { bouncesImportCommand } from './commands/bounces-import.ts'
import { BRAND_COMMANDS } from './commands/brand.ts'
import { corpusFetchCommand } from './commands/corpus-fetch.ts'
import { corpusImportCommand } from './commands/corpus-import.ts'
import { corpusListCommand, corpusRefreshCommand, corpusRemoveCommand } from './commands/corpus-sources.ts'
import { COURSE_COMMANDS } from './commands/courses.ts'
import { CREDIT_COMMANDS } from './commands/credits.ts'
import { CRM_COMMANDS } from './commands/crm.ts'
import { distributeCommand } from './commands/distribute.ts'
import { doctorCommand } from './commands/doctor.ts'
import { DOMAIN_COMMANDS } from './commands/domains.ts'
import { eraseCommand } from './commands/erase.ts'
import { ERROR_COMMANDS } from './commands/errors.ts'
import { exportCommand } from './commands/export.ts'
import { findEmailsCommand } from './commands/find-emails.ts'
import { findEmailCommand, findSimilarCommand } from './commands/find-people.ts'
import { getEmployeesCommand } from './commands/get-employees.ts'
import { createHelpCommand } from './commands/help.ts'
import { icpListCommand } from './commands/icp.ts'
import { JOB_COMMANDS } from './commands/jobs.ts'
import { labelsAddCommand, labelsListCommand, labelsRemoveCommand } from './commands/labels.ts'
import {
  leadsAddCommand,
  leadsMoveCommand,
  leadsSetCommand,
  leadsStatusCommand,
  leadsUndoCommand,
} from './commands/leads-change.ts'
import { leadsImportCommand } from './commands/leads-import.ts'
import { listsCommand } from './commands/lists.ts'
import { listsTagCommand } from './commands/lists-tag.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { mcpCommand } from './commands/mcp.ts'
import { PACKAGE_COMMANDS } from './commands/packages.ts'
import { PAYMENT_COMMANDS } from './commands/payments.ts'
import { reportSubscriptionsCommand } from './commands/reports.ts'
import { resellersCreateCommand } from './commands/resellers.ts'
import { cancelCommand, runsCommand, watchCommand } from './commands/runs.ts'
import { scoreCommand } from './commands/score.ts'
import { searchCommand } from './commands/search.ts'
import { searchDomainCommand } from './commands/search-domain.ts'
import { SETTING_COMMANDS } from './commands/settings.ts'
import { SMTP_COMMANDS } from './commands/smtp.ts'
import {
  sourcesConnectCommand,
  sourcesDisconnectCommand,
  sourcesListCommand,
} from './commands/source-keys.ts'
import { sourcesCommand } from './commands/sources.ts'
import { suppressAddCommand, suppressListCommand } from './commands/suppress.ts'
import { USER_COMMANDS } from './commands/users.ts'
import { verifyCommand } from './commands/verify.ts'
import { enrichCommand, getPhonesCommand, waterfallCommand } from './commands/waterfall.ts'
import { WEBHOOK_COMMANDS } from './commands/webhooks.ts'

const WORKING: CommandSpec[] = [
  loginCommand,
  logoutCommand,
  searchCommand,
  searchDomainCommand,
  askCommand,
  icpListCommand,
  scoreCommand,
  findEmailsCommand,
  findEmailCommand,
  findSimilarCommand,
  enrichCommand,
  getPhonesCommand,
  waterfallCommand,
  aiWriteCommand,
  aiReviewCommand,
  getEmployeesCommand,
  verifyCommand,
  listsCommand,
  listsTagCommand,
  leadsAddCommand,
  leadsSetCommand,
  leadsStatusCommand,
  leadsMoveCommand,
  leadsUndoCommand,
  labelsListCommand,
  labelsAddCommand,
  labelsRemoveCommand,
  leadsImportCommand,
  exportCommand,
  runsCommand,
  watchCommand,
  cancelCommand,
  ...USER_COMMANDS,
  reportSubscriptionsCommand,
  resellersCreateCommand,
  ...PACKAGE_COMMANDS,
  ...CREDIT_COMMANDS,
  ...PAYMENT_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...BRAND_COMMANDS,
  ...DOMAIN_COMMANDS,
  ...COURSE_COMMANDS,
  ...SMTP_COMMANDS,
  ...ERROR_COMMANDS,
  ...JOB_COMMANDS,
  ...SETTING_COMMANDS,
  corpusFetchCommand,
  corpusImportCommand,
  corpusListCommand,
  corpusRefreshCommand,
  corpusRemoveCommand,
  bouncesImportCommand,
  suppressAddCommand,
  suppressListCommand,
  eraseCommand,
  ...AUTOPILOT_COMMANDS,
  ...AI_TRAIN_COMMANDS,
  ...CRM_COMMANDS,
  ...WEBHOOK_COMMANDS,
  sourcesCommand,
  sourcesListCommand,
  sourcesConnectCommand,
  sourcesDisconnectCommand,
  apiCommand,
  mcpCommand,
  backupCommand,
  restoreCommand,
  auditHeadCommand,
  auditVerifyCommand,
  doctorCommand,
  distributeCommand,
]

/** Every command in the order help shows them. */
export const COMMANDS: readonly CommandSpec[] = [...WORKING, createHelpCommand(WORKING)]
