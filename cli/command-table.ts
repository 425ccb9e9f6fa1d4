import { STATISTICS } from '#contract/admin/statistics/index.ts'
import type { CommandSpec } from './arguments/command-spec.ts'
import { aiReviewCommand } from './commands/ai-review.ts'
import { AI_TRAIN_COMMANDS } from './commands/ai-train.ts'
import { aiWriteCommand } from './commands/ai-write.ts'
import { apiCommand } from './commands/api.ts'
import { askCommand } from './commands/ask.ts'
import { auditHeadCommand, auditVerifyCommand } from './commands/audit.ts'
import { auditsSettingsCommand } from './commands/audits.ts'
import { autopilotCreateCommand } from './commands/autopilot.ts'
import { backupCommand, backupVerifyCommand, restoreCommand } from './commands/backup.ts'
import { bouncesImportCommand } from './commands/bounces-import.ts'
import { BRAND_COMMANDS } from './commands/brand.ts'
import { createCompletionCommand } from './commands/completion.ts'
import { corpusFetchCommand } from './commands/corpus-fetch.ts'
import { corpusImportCommand } from './commands/corpus-import.ts'
import { corpusRefreshCommand, corpusRemoveCommand } from './commands/corpus-sources.ts'
import { coursesExportCommand, coursesImportCommand } from './commands/courses.ts'
import { creditsCheckCommand } from './commands/credits.ts'
import { CRM_COMMANDS } from './commands/crm.ts'
import { crmWinsCommand } from './commands/crm-wins.ts'
import { distributeCommand } from './commands/distribute.ts'
import { doctorCommand } from './commands/doctor.ts'
import { enrichOneCommand } from './commands/enrich-one.ts'
import { eraseCommand } from './commands/erase.ts'
import { exportCommand } from './commands/export.ts'
import { filesMoveCommand } from './commands/files-move.ts'
import { findEmailsCommand } from './commands/find-emails.ts'
import { findEmailCommand, findSimilarCommand } from './commands/find-people.ts'
import { formsCreateCommand } from './commands/forms.ts'
import { getEmployeesCommand } from './commands/get-employees.ts'
import { createHelpCommand } from './commands/help.ts'
import { importAddressCommand } from './commands/import-address.ts'
import { JOB_COMMANDS } from './commands/jobs.ts'
import { kitApplyCommand, kitDiffCommand, kitExportCommand, kitSchemaCommand } from './commands/kit.ts'
import { kitLibraryCommand } from './commands/kit-library.ts'
import { kitRollBackCommand, kitRollOutCommand, kitSaveCommand } from './commands/kit-versions.ts'
import { labelsAddCommand, labelsRemoveCommand } from './commands/labels.ts'
import {
  leadsAddCommand,
  leadsEditCommand,
  leadsMoveCommand,
  leadsSetCommand,
  leadsStatusCommand,
  leadsUndoCommand,
} from './commands/leads-change.ts'
import { leadsImportCommand } from './commands/leads-import.ts'
import { listenCommand } from './commands/listen.ts'
import { listsTagCommand } from './commands/lists-tag.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { mcpCommand } from './commands/mcp.ts'
import { migrateCommand } from './commands/migrate.ts'
import { packagesCreateCommand, packagesPublishCommand } from './commands/packages.ts'
import { cancelCommand, watchCommand } from './commands/runs.ts'
import { scoreCommand } from './commands/score.ts'
import { searchCommand } from './commands/search.ts'
import { searchDomainCommand } from './commands/search-domain.ts'
import { servicesListCommand, servicesSetCommand } from './commands/services.ts'
import { settingsGetCommand } from './commands/settings.ts'
import { signalsCheckCommand, signalsShowCommand } from './commands/signals.ts'
import { smtpCheckCommand } from './commands/smtp.ts'
import { sourcesConnectCommand, sourcesListCommand } from './commands/source-keys.ts'
import { suppressAddCommand } from './commands/suppress.ts'
import { triggerCommand } from './commands/trigger.ts'
import { usersCreateCommand } from './commands/users.ts'
import { verifyCommand } from './commands/verify.ts'
import { versionCommand } from './commands/version.ts'
import { enrichCommand, getPhonesCommand, waterfallCommand } from './commands/waterfall.ts'
import { DECLARED } from './declared/declared-command.ts'
import { DERIVED } from './declared/derived-command.ts'

/** Commands that are more than one call of an endpoint; the others are declared by their endpoints. */
const WRITTEN: readonly CommandSpec[] = [
  aiReviewCommand,
  ...AI_TRAIN_COMMANDS,
  aiWriteCommand,
  apiCommand,
  askCommand,
  auditHeadCommand,
  auditVerifyCommand,
  autopilotCreateCommand,
  backupCommand,
  backupVerifyCommand,
  restoreCommand,
  bouncesImportCommand,
  ...BRAND_COMMANDS,
  corpusFetchCommand,
  corpusImportCommand,
  corpusRefreshCommand,
  corpusRemoveCommand,
  coursesExportCommand,
  coursesImportCommand,
  creditsCheckCommand,
  ...CRM_COMMANDS,
  crmWinsCommand,
  distributeCommand,
  doctorCommand,
  eraseCommand,
  exportCommand,
  filesMoveCommand,
  findEmailsCommand,
  findEmailCommand,
  findSimilarCommand,
  getEmployeesCommand,
  ...JOB_COMMANDS,
  labelsAddCommand,
  labelsRemoveCommand,
  leadsAddCommand,
  leadsMoveCommand,
  leadsSetCommand,
  leadsEditCommand,
  leadsStatusCommand,
  leadsUndoCommand,
  leadsImportCommand,
  listenCommand,
  listsTagCommand,
  importAddressCommand,
  loginCommand,
  logoutCommand,
  mcpCommand,
  migrateCommand,
  packagesCreateCommand,
  packagesPublishCommand,
  cancelCommand,
  watchCommand,
  scoreCommand,
  searchCommand,
  searchDomainCommand,
  settingsGetCommand,
  smtpCheckCommand,
  sourcesConnectCommand,
  sourcesListCommand,
  suppressAddCommand,
  triggerCommand,
  usersCreateCommand,
  verifyCommand,
  versionCommand,
  enrichCommand,
  enrichOneCommand,
  getPhonesCommand,
  waterfallCommand,
  signalsCheckCommand,
  signalsShowCommand,
  auditsSettingsCommand,
  servicesListCommand,
  servicesSetCommand,
  kitExportCommand,
  kitDiffCommand,
  kitApplyCommand,
  kitSchemaCommand,
  kitSaveCommand,
  kitRollOutCommand,
  kitRollBackCommand,
  kitLibraryCommand,
  formsCreateCommand,
]

const STATISTIC_COMMANDS = STATISTICS.map(({ statistic }) => `statistics ${statistic.id}`)

/** The order of help. A command that is missing here comes last. */
const ORDER = `
  login, logout, whoami, search, search domain, ask, icp list, score, find-emails, find-email, find-similar,
  enrich, enrich one, get-phones, waterfall, ai write, ai review, get-employees, signals check, signals show, services list, services set, forms list, forms show,
  forms create, forms submissions,
  audits list, audits settings, audits create, kit export, kit diff, kit apply, kit uses, kit rollback, kit schema, kit library,
  kit list, kit save, kit versions, kit accounts, kit targets, kit share, kit unshare, kit roll-out, kit roll-outs, kit stop, kit roll-back, verify, lists,
  lists show, lists rename, lists delete, lists tag, lists import-address, lists import-deliveries, leads list, leads add, leads set, leads edit, leads status, leads move, leads undo, views list, labels list, labels add,
  labels remove, leads import,
  export, runs, runs watch, runs cancel, members list, members invite,
  members remove, keys list, keys create, keys revoke, wallet, wallet transactions, wallet grants, users list, users show, users create, users suspend,
  users reactivate, users end-sessions, users reset-second-factor, users delete, users restore,
  ${STATISTIC_COMMANDS.join(', ')}, reports subscriptions, resellers create, packages create, packages list, packages show,
  packages publish, packages archive, credits give, credits take, credits check, payments status,
  payments events, payments reconcile, account set, accounts create, accounts list, accounts show, brand show, brand set,
  brand check, domains add, domains verify, domains list, domains report, domains primary, domains remove, sign-on remove,
  courses list, courses show, courses export, courses import, smtp set, smtp dkim, smtp test, smtp check,
  errors list, errors show, errors solve, errors reopen, jobs list, jobs retry, jobs cancel, settings get,
  settings set, histories list, prompts list, prompts restore, generations list, corpus fetch,
  corpus import, corpus list, corpus refresh, corpus remove, bounces import, suppress add, suppress list,
  erase, autopilot create, autopilot list, autopilot run, autopilot pause, autopilot resume,
  ai train text, ai train qa, ai train file, ai train site, crm connect, crm list, crm fields, crm campaigns,
  crm preview, crm push, crm ledger, crm wins, webhooks create, webhooks list, webhooks show, webhooks failing, webhooks test,
  webhooks deliveries, webhooks resend, webhooks rotate, webhooks delete, listen, trigger, sources, sources list,
  sources connect, sources disconnect, api, mcp, backup, backup list, backup verify, restore, resume, audit head, audit verify, doctor,
  migrate, files move, distribute, version
`
  .trim()
  .split(/,\s+/)

const findPlace = ({ name }: CommandSpec): number =>
  ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length
const SHOWN = [...WRITTEN, ...DECLARED.map(({ spec }) => spec)].sort((a, b) => findPlace(a) - findPlace(b))
const taken = new Set(SHOWN.map(({ name }) => name))
/** A written command of the name does more than the one call. */
const HIDDEN = DERIVED.map(({ spec }) => spec)
  .filter(({ name }) => !taken.has(name))
  .sort((a, b) => a.name.localeCompare(b.name))
const WORKING = [...SHOWN, ...HIDDEN]

/** Every command in the order help shows them; those that follow from an endpoint come last. */
export const COMMANDS: readonly CommandSpec[] = [
  ...SHOWN,
  createCompletionCommand(WORKING),
  createHelpCommand(WORKING),
  ...HIDDEN,
]
