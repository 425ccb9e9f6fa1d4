import { sql } from 'kysely'
import type { TrainingKind, TrainingLanguage } from '#contract/ai/ai-training.ts'
import type { Db } from '#server/platform/db/db.ts'

/** A passage with its item. */
export interface FoundRow {
  id: number
  item_id: number
  kind: TrainingKind
  title: string
  url: string | null
  read_at: Date
  text: string
  words: string[]
}

export async function usedLanguages(db: Db, accountId: number): Promise<TrainingLanguage[]> {
  const rows = await db
    .selectFrom('ai_training_item')
    .select('found_language')
    .distinct()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('is_gone', '=', false)
    .execute()
  return rows.map(({ found_language }) => found_language)
}

/**
 * Passages containing any word of a query, stemmed in their own language: those with all words first, then by
 * rank. A text without a language is compared word by word.
 */
export async function findPassages(
  db: Db,
  accountId: number,
  { query, languages, limit }: { query: string; languages: readonly TrainingLanguage[]; limit: number },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with asked as (
      select name, plainto_tsquery(name::regconfig, ${query}) as every,
        array_to_string(array(select quote_literal(word) from unnest(tsvector_to_array(to_tsvector(name::regconfig, ${query}))) as word), ' | ')::tsquery as any_of,
        tsvector_to_array(to_tsvector(name::regconfig, ${query})) as words
      from unnest(${[...languages]}::text[]) as name)
    select p.id, p.item_id, i.kind, i.title, i.url, i.read_at, p.text,
      array(select word from unnest(asked.words) as word where word = any (tsvector_to_array(p.search))) as words
    from asked
    join ai_training_passage p on p.account_id = ${accountId} and p.language = asked.name and p.search @@ asked.any_of
    join ai_training_item i on i.account_id = p.account_id and i.id = p.item_id
    where i.deleted_at is null and not i.is_gone
    order by (p.search @@ asked.every) desc, ts_rank(p.search, asked.any_of, 1) desc, p.id
    limit ${limit}`.execute(db)
  return rows
}

/** Passages by id, without matched words. */
export async function passagesByIds(db: Db, accountId: number, ids: readonly number[]): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundRow>`
    select p.id, p.item_id, i.kind, i.title, i.url, i.read_at, p.text, '{}'::text[] as words
    from ai_training_passage p
    join ai_training_item i on i.account_id = p.account_id and i.id = p.item_id
    where p.account_id = ${accountId} and p.id = any (${[...ids]}::bigint[]) and i.deleted_at is null and not i.is_gone`.execute(
    db,
  )
  return rows
}

/** The stems of a text in each language. */
export async function findStems(
  db: Db,
  texts: readonly string[],
  languages: readonly TrainingLanguage[],
): Promise<Set<string>[]> {
  if (texts.length === 0) return []
  const { rows } = await sql<{ place: number; stems: string[] }>`
    select place::int as place, array_agg(distinct stem) filter (where stem is not null) as stems
    from unnest(${[...texts]}::text[]) with ordinality as given (text, place)
    cross join unnest(${[...languages]}::text[]) as name
    left join lateral unnest(tsvector_to_array(to_tsvector(name::regconfig, given.text))) as stem on true
    group by place order by place`.execute(db)
  return rows.map(({ stems }) => new Set(stems ?? []))
}

/** Passages without an embedding of a model, newest first. */
export async function passagesWithout(db: Db, accountId: number, model: string, limit: number) {
  const { rows } = await sql<{ id: number; text: string; title: string; kind: TrainingKind }>`
    select p.id, p.text, i.title, i.kind from ai_training_passage p
    join ai_training_item i on i.account_id = p.account_id and i.id = p.item_id
    where p.account_id = ${accountId} and p.embedding_model is distinct from ${model}
      and i.deleted_at is null and not i.is_gone
    order by p.id desc limit ${limit}`.execute(db)
  return rows
}

export async function storeEmbedding(
  db: Db,
  accountId: number,
  { id, model, vector }: { id: number; model: string; vector: number[] },
): Promise<void> {
  await sql`update ai_training_passage set embedding = ${vector}::real[], embedding_model = ${model}
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Embeddings of a model, newest passages first. */
export async function listEmbeddings(db: Db, accountId: number, model: string, limit: number) {
  const { rows } = await sql<{ id: number; embedding: number[] }>`
    select p.id, p.embedding from ai_training_passage p
    join ai_training_item i on i.account_id = p.account_id and i.id = p.item_id
    where p.account_id = ${accountId} and p.embedding_model = ${model} and i.deleted_at is null and not i.is_gone
    order by p.id desc limit ${limit}`.execute(db)
  return rows
}
