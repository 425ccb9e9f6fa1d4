import { findEmbedder } from '#server/modules/ai/models/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { isInTransaction } from '#server/platform/db/ambient-driver.ts'
import { createSteps } from '#server/platform/yield-to-event-loop.ts'
import { listEmbeddings, passagesWithout, storeEmbedding } from './search-reads.ts'

/** Turns texts into vectors of one length. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  model: string
  embed(texts: string[], signal?: AbortSignal): Promise<number[][]>
}

/** Passages of an account compared by meaning, newest first; the others are found by words. */
const MAX_COMPARED = 20_000
/** Maximum passages embedded per search, and per call. */
const FILLED_PER_SEARCH = 512
const PER_CALL = 64
/** How long a failing vendor is paused: a text-only server may have no embeddings. */
const PAUSE_MS = 10 * 60 * 1000
/** Minimum similarity. */
const MIN_SIMILARITY = 0.2

function similarity(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0
  let [dot, ofA, ofB] = [0, 0, 0]
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [a[index] as number, b[index] as number]
    dot += x * y
    ofA += x * x
    ofB += y * y
  }
  return ofA && ofB ? dot / Math.sqrt(ofA * ofB) : 0
}

/** Ends of the pauses of accounts' embedders, in milliseconds since 1970. */
const pausesOf = perContext(() => new Map<number, number>())

async function fill(ctx: Context, accountId: number, { model, embed }: Embedder): Promise<void> {
  const missing = await passagesWithout(ctx.db, accountId, model, FILLED_PER_SEARCH)
  for (let start = 0; start < missing.length; start += PER_CALL) {
    const batch = missing.slice(start, start + PER_CALL)
    const vectors = await embed(batch.map(({ title, text }) => `${title}\n${text}`))
    for (const [index, { id }] of batch.entries())
      await storeEmbedding(ctx.db, accountId, { id, model, vector: vectors[index] ?? [] })
  }
}

/**
 * Ids of the passages closest in meaning, best first, of up to 20,000 of the account; they are compared in this
 * process. A missing or failing embedder finds none: words alone also find results.
 */
export async function findNearestPassages(
  ctx: Context,
  accountId: number,
  {
    query,
    limit,
    embedder,
  }: {
    query: string
    limit: number
    /** The account's own by default. */
    embedder?: Embedder
  },
): Promise<number[]> {
  const pausedUntil = pausesOf(ctx)
  const now = () => ctx.clock.now().getTime()
  // A vendor is never called within a transaction. That is not the vendor's fault, so it is not paused.
  if (isInTransaction()) return []
  if ((pausedUntil.get(accountId) ?? 0) > now()) return []
  const chosen = embedder ?? (await findEmbedder(ctx, accountId))
  if (!chosen) return []
  try {
    await fill(ctx, accountId, chosen)
    const [requested] = await chosen.embed([query])
    if (!requested) return []
    const step = createSteps()
    const scored: { id: number; score: number }[] = []
    for (const { id, embedding } of await listEmbeddings(ctx.db, accountId, chosen.model, MAX_COMPARED))
      scored.push({ id, score: await step(() => similarity(requested, embedding)) })
    return scored
      .filter(({ score }) => score >= MIN_SIMILARITY)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ id }) => id)
  } catch {
    pausedUntil.set(accountId, now() + PAUSE_MS)
    return []
  }
}
