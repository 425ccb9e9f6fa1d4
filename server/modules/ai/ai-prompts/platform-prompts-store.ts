import { type Generated, sql } from 'kysely'
import type { AiLanguage, AiListType, PromptType } from '#contract/ai/ai-prompt-types.ts'
import type { PromptContent } from '#contract/ai/ai-prompts.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRows } from '#server/platform/db/rows.ts'

interface PlatformPromptTable {
  type: AiListType
  prompt_type: PromptType
  version: number
  /** Null, like the two below: the built-in text. */
  text: string | null
  max_characters: number | null
  language: AiLanguage | null
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    platform_prompt: PlatformPromptTable
  }
}

/** Key of a default prompt. */
export interface PromptPlace {
  type: AiListType
  prompt_type: PromptType
}

const joined = (db: Db) =>
  db
    .selectFrom('platform_prompt as p')
    .leftJoin('member as u', 'u.id', 'p.created_by')
    .selectAll('p')
    .select('u.name as author')

/** The newest version of each customized prompt. */
export const findNewest = (db: Db) =>
  joined(db)
    .distinctOn(['p.type', 'p.prompt_type'])
    .orderBy('p.type')
    .orderBy('p.prompt_type')
    .orderBy('p.version', 'desc')
    .execute()

/** All versions of a prompt, newest first. */
export const findPlatformVersions = (db: Db, { type, prompt_type }: PromptPlace) =>
  joined(db)
    .where('p.type', '=', type)
    .where('p.prompt_type', '=', prompt_type)
    .orderBy('p.version', 'desc')
    .execute()
export type PlatformVersionRow = Awaited<ReturnType<typeof findPlatformVersions>>[number]

/** Serializes changes of default prompts. */
export const lockPlatformPrompts = (db: Db) =>
  sql`lock table platform_prompt in share row exclusive mode`.execute(db)

export const insertPlatformVersion = (
  db: Db,
  place: PromptPlace & { version: number; userId: number },
  content: PromptContent | null,
) =>
  insertRows(db, 'platform_prompt', {
    type: place.type,
    prompt_type: place.prompt_type,
    version: place.version,
    text: content?.text ?? null,
    max_characters: content?.max_characters ?? null,
    language: content?.language ?? null,
    created_by: place.userId,
  })
