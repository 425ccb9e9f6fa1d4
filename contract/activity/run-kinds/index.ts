import { accountExportRun } from './account-export.ts'
import { aiTextRun } from './ai-text.ts'
import { trainingCrawlRun } from './ai-training.ts'
import { bounceImportRun } from './bounce-import.ts'
import { corpusFetchRun } from './corpus-fetch.ts'
import { corpusImportRun } from './corpus-import.ts'
import { corpusRemoveRun } from './corpus-remove.ts'
import { crmPreviewRun, crmRun } from './crm.ts'
import type { RunDefinition } from './define.ts'
import { checkWebsitesRun, findEmailsRun, getEmployeesRun } from './enrichment.ts'
import { erasureRun } from './erasure.ts'
import { exportRun } from './export.ts'
import { leadImportRun } from './lead-import.ts'
import { leadScoreRun } from './lead-score.ts'
import { searchRun } from './search.ts'
import { verifyRun } from './verify.ts'
import { waterfallRun } from './waterfall.ts'

/** Every kind of run. A new kind is one declaration and one line here. */
const DEFINITIONS = [
  searchRun,
  corpusImportRun,
  corpusFetchRun,
  corpusRemoveRun,
  exportRun,
  findEmailsRun,
  getEmployeesRun,
  checkWebsitesRun,
  verifyRun,
  bounceImportRun,
  leadImportRun,
  accountExportRun,
  waterfallRun,
  aiTextRun,
  trainingCrawlRun,
  crmRun,
  crmPreviewRun,
  erasureRun,
  leadScoreRun,
] as const

export type RunKind = (typeof DEFINITIONS)[number]['kind']
export const RUN_KINDS = DEFINITIONS.map(({ kind }) => kind) as [RunKind, ...RunKind[]]

export const RUN_DEFINITIONS = Object.fromEntries(
  DEFINITIONS.map((definition) => [definition.kind, definition]),
) as unknown as Record<RunKind, RunDefinition<RunKind>>
