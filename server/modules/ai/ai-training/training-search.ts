import type { TrainingKind, TrainingLanguage } from '#contract/ai/ai-training.ts'
import type { Context } from '#server/platform/context.ts'
import { type Embedder, findNearestPassages } from './embeddings.ts'
import { type FoundRow, findPassages, passagesByIds, usedLanguages } from './search-reads.ts'

/** A piece of training quoted in a prompt: data, never instructions. */
export interface TrainingPassage {
  id: number
  kind: TrainingKind
  title: string
  url: string | null
  date: Date
  text: string
}

/** A passage with its item and the matched words. */
export interface FoundTraining extends TrainingPassage {
  itemId: number
  /** Matched word stems; empty where only the meaning is close. */
  words: string[]
}

/** Maximum characters of a query. */
const MAX_QUERY = 2000
/** Constant of reciprocal rank fusion: a higher one makes the first ranks count less. */
const RANK_CONSTANT = 60
const CANDIDATES = 50

/** A question and its answer are returned together. */
const passageText = ({ kind, title, text }: Pick<FoundRow, 'kind' | 'title' | 'text'>): string =>
  kind === 'qa' ? `${title}\n${text}` : text

const asFound = (row: FoundRow): FoundTraining => ({
  id: row.id,
  itemId: row.item_id,
  kind: row.kind,
  title: row.title,
  url: row.url,
  date: row.read_at,
  text: passageText(row),
  words: row.words,
})

/** Merges two rankings into one: results in both come first. */
function joined(byWords: readonly FoundRow[], byMeaning: readonly number[]): number[] {
  const scores = new Map<number, number>()
  const count = (ids: readonly number[]) => {
    for (const [place, id] of ids.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + place))
  }
  count(byWords.map(({ id }) => id))
  count(byMeaning)
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id)
}

/**
 * Searches pages, texts, questions and files: words by their stems, each passage in the language of its text, and
 * by meaning with an embedder, the account's own by default. Never finds deleted or removed items.
 */
export async function findTraining(
  ctx: Context,
  accountId: number,
  { text, limit, embedder }: { text: string; limit: number; embedder?: Embedder },
): Promise<FoundTraining[]> {
  const query = text.slice(0, MAX_QUERY)
  const languages: TrainingLanguage[] = await usedLanguages(ctx.db, accountId)
  if (languages.length === 0 || !/[\p{L}\p{N}]/u.test(query)) return []
  const byWords = await findPassages(ctx.db, accountId, {
    query,
    languages,
    limit: Math.max(limit, CANDIDATES),
  })
  const byMeaning = await findNearestPassages(ctx, accountId, { query, limit: CANDIDATES, embedder })
  if (byMeaning.length === 0) return byWords.slice(0, limit).map(asFound)
  const known = new Map(byWords.map((row) => [row.id, row]))
  const ids = joined(byWords, byMeaning).slice(0, limit)
  for (const row of await passagesByIds(
    ctx.db,
    accountId,
    ids.filter((id) => !known.has(id)),
  ))
    known.set(row.id, row)
  return ids.flatMap((id) => known.get(id) ?? []).map(asFound)
}

/** The same, as quoted in prompts. */
export const searchTraining = async (
  ctx: Context,
  accountId: number,
  { query, limit, embedder }: { query: string; limit: number; embedder?: Embedder },
): Promise<TrainingPassage[]> =>
  (await findTraining(ctx, accountId, { text: query, limit, embedder })).map(
    ({ words, itemId, ...passage }) => passage,
  )
