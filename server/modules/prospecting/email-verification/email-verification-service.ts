import type { EmailVerification, VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import type { RunExecutor, RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Downloader, TicketsService } from '#server/modules/core/files/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { addressKey, addressOf } from './address-text.ts'
import { NO_CONTACT_REASONS } from './answer-policy.ts'
import { type CheckDeps, createAddressCheck, NO_ADDRESS } from './check-address.ts'
import {
  countByOrigin,
  findKnown,
  findUnknown,
  findVerification,
  pageOfVerifications,
  writeBounced,
} from './email-verification-store.ts'
import { presentLine, presentUnknown, presentVerification, reasonText } from './present-verification.ts'
import { retryDue } from './retry-due.ts'
import { reachOf, reachText } from './smtp-reach.ts'
import { createStart, type StartDeps } from './start-verification.ts'
import { DOWNLOAD_KIND, verificationDownloader } from './verification-download.ts'
import { pageOfLines } from './verification-reads.ts'
import { verifyExecutor } from './verify-run.ts'

export interface EmailVerificationDeps extends CheckDeps, StartDeps {
  runs: Pick<RunsService, 'find' | 'lock' | 'addCost'>
  tickets: TicketsService
  /** Sentences of the verifier's reason codes. */
  reasons: Record<string, { sentence: string }>
  /** Addresses checked concurrently by one run or by one process's retries. */
  concurrency?: number
}

const CONCURRENCY = 8
const HOUR_MS = 60 * 60 * 1000

interface PageQuery {
  page: number
  limit: number
  run_id?: number | undefined
  state?: EmailVerification['state'] | undefined
  origin?: VerificationOrigin | undefined
  search?: string | undefined
}

/** Email verification: single and bulk checks, and their results. */
export function createEmailVerificationService(deps: EmailVerificationDeps) {
  const { db, log, verifier, runs, tickets } = deps
  const concurrency = deps.concurrency ?? CONCURRENCY
  const textOf = reasonText(deps.reasons)
  const check = createAddressCheck(deps)
  const start = createStart(deps)
  const stopping = new AbortController()

  const executor: RunExecutor = verifyExecutor({ ...deps, check, concurrency })
  const downloader: Downloader = verificationDownloader(db, textOf)

  return {
    executor,
    downloader,
    check: check.check,
    start,

    /** Those of these addresses that could not be checked yet, in the form passed in. */
    async unchecked(accountId: number, addresses: string[]): Promise<Set<string>> {
      const found = await findUnknown(db, accountId, addresses.map(addressKey), NO_CONTACT_REASONS)
      const keys = new Set(found)
      return new Set(addresses.filter((address) => keys.has(addressKey(address))))
    },

    /** Retries every address that is due. */
    retryDue: () => retryDue({ db, log, check, concurrency, signal: stopping.signal }),

    /** Stops background work; claimed addresses are retried later. */
    close: (): void => stopping.abort(),

    /** Whether mail servers can be contacted, and what that means for results. */
    async status() {
      const status = await verifier.status()
      const smtp = reachOf(status)
      return { smtp, message: reachText(smtp, status.retryAt), since: null }
    },

    /** Checks one address; reuses a result of the last hour unless `fresh`. */
    async verifyNow(
      actor: Actor,
      { email, fresh }: { email: string; fresh: boolean },
      signal: AbortSignal,
    ): Promise<EmailVerification> {
      const address = addressOf(email)
      if (!address) {
        markUnchanged()
        return presentUnknown(email, NO_ADDRESS, textOf)
      }
      const oldest = systemClock.now().getTime() - HOUR_MS
      const row = await check.resolve(actor.accountId, address, AbortSignal.any([signal, stopping.signal]), {
        fits: ({ checked_at }) => !fresh && checked_at.getTime() > oldest,
        origin: 'user',
      })
      return presentVerification(row, textOf)
    },

    /** An address's result. @throws AppError not_found. */
    async show(actor: Actor, email: string): Promise<EmailVerification> {
      const row = await findVerification(db, actor.accountId, addressKey(email))
      if (!row) throw notFound('The result for this address')
      return presentVerification(row, textOf)
    },

    /** Checked addresses, newest first; of a run, its finished lines, in the given order. */
    async page(actor: Actor, query: PageQuery) {
      const { page: currentPage, limit: pageSize } = query
      if (query.run_id === undefined) {
        const { rows, total } = await pageOfVerifications(db, actor.accountId, query)
        const data = rows.map((row) => presentVerification(row, textOf))
        return { data, currentPage, pageSize, total, by_origin: await countByOrigin(db, actor.accountId) }
      }
      const { rows, total } = await pageOfLines(db, actor.accountId, query.run_id, query)
      const data = rows.map((line) => presentLine(line, textOf))
      return { data, currentPage, pageSize, total, by_origin: null }
    },

    /** A ticket for all lines of a run as CSV. @throws AppError not_found. */
    async exportTicket(actor: Actor, runId: number) {
      const run = await runs.find(actor.accountId, runId)
      if (run?.kind !== 'verify') throw notFound('The check')
      const filename = `checked-addresses-${runId}.csv`
      return transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        return { ...(await tickets.issue(actor, DOWNLOAD_KIND, { runId, filename })), filename }
      })
    },

    /** Current results of lowercase addresses, without unknown ones. */
    async known(accountId: number, addresses: string[]) {
      const rows = addresses.length > 0 ? await findKnown(db, accountId, addresses) : []
      return new Map(rows.map((row) => [row.address, row]))
    },

    /** Marks lowercase addresses (each once) as bounced: they stay invalid whatever their servers say. */
    markBounced: (accountId: number, bounces: { address: string; bouncedAt: Date }[]) =>
      writeBounced(db, accountId, bounces),
  }
}

export type EmailVerificationService = ReturnType<typeof createEmailVerificationService>
