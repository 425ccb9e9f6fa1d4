import { verifyRun } from '#contract/activity/run-kinds/verify.ts'
import type { EmailState } from '#contract/leads/email-states.ts'
import { defineExecutor, type RunContext } from '#server/modules/activity/runs/index.ts'
import { suppressedEmails } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isLasting } from './answer-policy.ts'
import { AT_ONCE, resolveAddress } from './check-address.ts'
import type { VerificationRow } from './email-verification-store.ts'
import { counted, loadLines } from './load-lines.ts'
import { publishLists } from './store-first-answers.ts'
import { finishLines, openLines } from './verification-items-store.ts'

type VerifyContext = RunContext<typeof verifyRun>

const FLUSH_MS = 1000
const PAGE = 500
/** A requested check should be new; only very recent results are reused. */
const RECENT_MS = 60 * 60 * 1000

interface Result {
  position: number
  state: EmailState
}

/** Hands out a run's waiting addresses, page by page, to any number of consumers. */
function openAddresses(db: Db, accountId: number, runId: number) {
  let page: { position: number; address: string | null }[] = []
  let last = 0
  let more = true
  let loading: Promise<void> | null = null
  async function load(): Promise<void> {
    page = await openLines(db, accountId, runId, { after: last, limit: PAGE })
    more = page.length === PAGE
    last = page.at(-1)?.position ?? last
  }
  return async (): Promise<{ position: number; address: string } | null> => {
    while (page.length === 0 && more) {
      loading ??= load().finally(() => {
        loading = null
      })
      await loading
    }
    return (page.shift() as { position: number; address: string } | undefined) ?? null
  }
}

/** Collects results and writes them with the run's progress, at most once a second. */
function createProgress(db: Db, context: VerifyContext) {
  const { account_id: accountId, id: runId } = context.run
  let results: Result[] = []
  let last = performance.now()
  let writing: Promise<void> = Promise.resolve()
  const lists = new Set<number>()

  async function write(): Promise<void> {
    const batch = results
    const changed = [...lists]
    results = []
    lists.clear()
    if (batch.length === 0) return
    await context.step(async (run) => {
      const positions = batch.map((item) => item.position)
      const fresh = await finishLines(db, accountId, runId, positions)
      const states: Record<string, number> = {}
      for (const { position, state } of batch)
        if (fresh.has(position)) states[state] = (states[state] ?? 0) + 1
      await publishLists(db, accountId, changed)
      return { done: run.done + fresh.size, counts: counted(run.counts, states) }
    })
  }

  const flush = (): Promise<void> => {
    last = performance.now()
    writing = writing.then(write)
    // Awaited by the next consumer; an error is kept.
    writing.catch(() => {})
    return writing
  }

  return {
    lists,
    async add(result: Result): Promise<void> {
      results.push(result)
      if (performance.now() - last >= FLUSH_MS) await flush()
    },
    flush,
  }
}

async function checkLines(ctx: Context, context: VerifyContext): Promise<void> {
  const { account_id: accountId, id: runId, created_at: startedAt } = context.run
  const next = openAddresses(ctx.db, accountId, runId)
  const progress = createProgress(ctx.db, context)
  const stop = new AbortController()
  const signal = AbortSignal.any([context.signal, stop.signal])
  const fits = (row: VerificationRow): boolean =>
    row.checked_at >= startedAt ||
    (isLasting(row) && row.checked_at.getTime() >= startedAt.getTime() - RECENT_MS)

  /** Suppressed since the run started: not checked. */
  async function findState(address: string): Promise<EmailState> {
    if ((await suppressedEmails.ask(ctx, { accountId, emails: [address] }))[0]) return 'invalid'
    const lists = progress.lists
    return (await resolveAddress(ctx, accountId, address, signal, { fits, origin: 'user', lists })).state
  }

  async function work(): Promise<void> {
    for (let item = await next(); item; item = await next()) {
      signal.throwIfAborted()
      const state = await findState(item.address)
      await progress.add({ position: item.position, state })
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } catch (error) {
    stop.abort(error)
    throw error
  }
  await progress.flush()
}

/** Checks a run's addresses, a few at a time. Results are kept when it stops, and not repeated. */
export const verifyExecutor = (ctx: Context) =>
  defineExecutor(verifyRun, {
    async run(context) {
      const { file } = context.run.input
      if (file) await loadLines(ctx, context, file)
      await checkLines(ctx, context)
    },
  })
