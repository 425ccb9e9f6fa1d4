import { AI_LIST_TYPES } from '#contract/ai/ai-prompt-types.ts'
import type { PromptContent } from '#contract/ai/ai-prompts.ts'
import * as api from '#contract/ai/platform-prompts.ts'
import {
  type PlatformPrompt,
  type PlatformPromptVersion,
  platformPrompts,
  platformPromptVersions,
} from '#contract/ai/platform-prompts.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defaultPrompt, defaultPrompts } from './default-prompts.ts'
import * as store from './platform-prompts-store.ts'
import { checkPromptText } from './prompt-variables.ts'

const pickContent = ({ text, max_characters, language }: PromptContent): PromptContent => ({
  text,
  max_characters,
  language,
})

/** A version's text: its own, or the built-in one. */
function contentOfRow(row: store.PlatformVersionRow): PromptContent {
  const { text, max_characters, language } = row
  return text !== null && max_characters !== null && language !== null
    ? { text, max_characters, language }
    : pickContent(defaultPrompt(row.type, row.prompt_type))
}

const same = (a: PromptContent, b: PromptContent): boolean =>
  a.text === b.text && a.max_characters === b.max_characters && a.language === b.language

function present(place: store.PromptPlace, row: store.PlatformVersionRow | undefined): PlatformPrompt {
  const builtIn = defaultPrompt(place.type, place.prompt_type)
  return {
    ...place,
    name: builtIn.name,
    ...(row ? contentOfRow(row) : pickContent(builtIn)),
    version: row?.version ?? 0,
    is_built_in: !row || row.text === null,
    changed_by: row?.author ?? null,
    changed_at: row?.created_at.toISOString() ?? null,
  }
}

/** Current default prompts, in the order of list types and kinds. */
export async function currentDefaults(db: Db): Promise<PlatformPrompt[]> {
  const newest = new Map((await store.findNewest(db)).map((row) => [`${row.type}/${row.prompt_type}`, row]))
  return AI_LIST_TYPES.flatMap((type) =>
    defaultPrompts(type).map(({ prompt_type }) =>
      present({ type, prompt_type }, newest.get(`${type}/${prompt_type}`)),
    ),
  )
}

export async function currentDefault(
  db: Db,
  { type, prompt_type }: store.PromptPlace,
): Promise<PlatformPrompt> {
  const [row] = await store.findPlatformVersions(db, { type, prompt_type })
  return present({ type, prompt_type }, row)
}

// The platform's default prompts for every account, in immutable versions.

/** Writes the next version with `content`; null is the built-in text. */
async function write(
  ctx: Context,
  actor: Actor,
  before: PlatformPrompt,
  content: PromptContent | null,
  detail: object,
) {
  const place = { type: before.type, prompt_type: before.prompt_type }
  const version = before.version + 1
  await store.insertPlatformVersion(ctx.db, { ...place, version, userId: actor.userId }, content)
  const after = await currentDefault(ctx.db, place)
  recordAudit(ctx.db, {
    accountId: actor.accountId,
    subject: `platform_prompt:${place.type}/${place.prompt_type}`,
    detail: {
      ...detail,
      before: { version: before.version, ...pickContent(before) },
      after: { version, ...pickContent(after) },
    },
  })
  return after
}

const listPlatformPrompts = (ctx: Context) => currentDefaults(ctx.db)

async function listPlatformPromptVersions(
  ctx: Context,
  place: store.PromptPlace,
): Promise<PlatformPromptVersion[]> {
  const rows = await store.findPlatformVersions(ctx.db, place)
  const builtIn = pickContent(defaultPrompt(place.type, place.prompt_type))
  return [
    ...rows.map((row) => ({
      ...contentOfRow(row),
      version: row.version,
      created_by: row.author,
      created_at: row.created_at.toISOString(),
    })),
    { ...builtIn, version: 0, created_by: null, created_at: null },
  ]
}

/** @throws AppError conflict for a version that is not the newest, validation_failed. */
function updatePlatformPrompt(
  ctx: Context,
  actor: Actor,
  place: store.PromptPlace,
  input: PromptContent & { version: number },
): Promise<PlatformPrompt> {
  checkPromptText(input.text, place.type, [])
  return transaction(ctx.db, async () => {
    await store.lockPlatformPrompts(ctx.db)
    const before = await currentDefault(ctx.db, place)
    if (before.version !== input.version)
      throw conflict('Someone else changed this prompt. Reload to see their version')
    if (same(before, input)) {
      markUnchanged()
      return before
    }
    return write(ctx, actor, before, pickContent(input), {})
  })
}

/** @throws AppError not_found, conflict when it has the same text already. */
const restorePlatformPrompt = (
  ctx: Context,
  actor: Actor,
  place: store.PromptPlace,
  version: number,
): Promise<PlatformPrompt> =>
  transaction(ctx.db, async () => {
    await store.lockPlatformPrompts(ctx.db)
    const before = await currentDefault(ctx.db, place)
    const target = (await store.findPlatformVersions(ctx.db, place)).find((row) => row.version === version)
    if (version !== 0 && !target) throw notFound('The version')
    const isBuiltIn = !target || target.text === null
    if (before.version === version || (isBuiltIn && before.is_built_in))
      throw conflict('This is already the current version')
    return write(ctx, actor, before, isBuiltIn ? null : contentOfRow(target), { restored: version })
  })

export const platformPromptRoutes = (ctx: Context) => [
  route(platformPrompts, () => data(listPlatformPrompts(ctx))),
  route(platformPromptVersions, ({ params }) => data(listPlatformPromptVersions(ctx, params))),
  route(api.updatePlatformPrompt, async ({ actor, params, body }) => ({
    data: await updatePlatformPrompt(ctx, actor, params, body),
    message: 'Prompt saved',
  })),
  route(api.restorePlatformPrompt, async ({ actor, params, body }) => ({
    data: await restorePlatformPrompt(ctx, actor, params, body.version),
    message: body.version === 0 ? 'Built-in prompt restored' : `Version ${body.version} restored`,
  })),
]
