import { type AiListType, aiFieldOf, type PromptType } from '#contract/ai-prompt-types.ts'
import type { FineTune, PromptContent, PromptVersion } from '#contract/ai-prompts.ts'
import { MAX_PROMPTS } from '#contract/ai-prompts.ts'
import type { RunPrompt } from '#contract/run-kinds/ai-text.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defaultPrompt, defaultPrompts } from './default-prompts.ts'
import { checkPromptText } from './prompt-variables.ts'
import {
  countPrompts,
  deletePrompt,
  findPrompt,
  findPrompts,
  findVersions,
  insertPrompt,
  insertVersion,
  lockPrompt,
  type PromptRow,
  updatePrompt,
  type Viewer,
} from './prompts-store.ts'

export interface PromptInput extends PromptContent {
  name: string
  is_shared: boolean
}

/** Which prompt a text is written with. */
export interface PromptChoice {
  prompt_type: PromptType
  fine_tune_id?: number | null | undefined
  version?: number | undefined
}

const isSameContent = (one: PromptContent, other: PromptContent): boolean =>
  one.text === other.text && one.max_characters === other.max_characters && one.language === other.language

const presentDefault = (given: ReturnType<typeof defaultPrompt>): FineTune => ({
  ...given,
  id: null,
  field: aiFieldOf(given.prompt_type),
  is_default: true,
  is_shared: true,
  is_mine: false,
  version: 0,
  updated_by: null,
  updated_at: null,
})

const presentPrompt = (row: PromptRow, viewer: Viewer): FineTune => ({
  ...{ id: row.id, type: row.type, prompt_type: row.prompt_type, name: row.name },
  field: row.field ?? aiFieldOf(row.prompt_type),
  is_default: false,
  is_shared: row.is_shared,
  is_mine: row.created_by === viewer.userId,
  ...{ text: row.text, max_characters: row.max_characters, language: row.language, version: row.version },
  updated_by: row.updated_by,
  updated_at: row.updated_at.toISOString(),
})

/** Prompts of an account: versions that never change, shared with the team or not. */
export function createPromptsService({ db }: { db: Db }) {
  const viewerOf = ({ accountId, userId }: Actor): Viewer => ({ accountId, userId })

  async function show(actor: Actor, id: number): Promise<FineTune> {
    const row = await findPrompt(db, viewerOf(actor), id)
    if (!row) throw notFound('The prompt')
    return presentPrompt(row, viewerOf(actor))
  }

  async function check(actor: Actor, type: AiListType, text: string, field?: string) {
    const custom = await customFieldsOf(db, actor.accountId)
    checkPromptText(text, type, custom)
    if (field !== undefined && !custom.some(({ name, kind }) => name === field && kind === 'text'))
      throw invalidField('field', 'Choose a custom field of the kind text')
  }

  /** The prompt, held, if this person may change it: one's own, or one that is shared. */
  async function hold(actor: Actor, id: number) {
    const row = await lockPrompt(db, actor.accountId, id)
    if (!row || (!row.is_shared && row.created_by !== actor.userId)) throw notFound('The prompt')
    return row
  }

  async function writeVersion(actor: Actor, id: number, content: PromptContent, name?: Partial<PromptInput>) {
    const row = await hold(actor, id)
    const versions = await findVersions(db, actor.accountId, id)
    const version = (versions[0]?.version ?? 0) + 1
    await insertVersion(db, viewerOf(actor), { id, version }, content)
    await updatePrompt(db, actor.accountId, id, {
      version,
      name: name?.name ?? row.name,
      is_shared: name?.is_shared ?? row.is_shared,
    })
    return version
  }

  const audit = (actor: Actor, id: number, detail: Record<string, unknown>) =>
    recordAudit(db, { accountId: actor.accountId, subject: `prompt:${id}`, detail })

  return {
    async list(
      actor: Actor,
      query: { type?: AiListType | undefined; prompt_type?: PromptType | undefined; show_default: boolean },
    ): Promise<FineTune[]> {
      const viewer = viewerOf(actor)
      const own = await findPrompts(db, viewer, { type: query.type, promptType: query.prompt_type })
      const types = query.type ? [query.type] : (['people', 'local', 'influencer'] as const)
      const ours = query.show_default
        ? types
            .flatMap((type) => defaultPrompts(type))
            .filter(({ prompt_type }) => !query.prompt_type || prompt_type === query.prompt_type)
        : []
      return [...ours.map(presentDefault), ...own.map((row) => presentPrompt(row, viewer))]
    },

    defaults: (): FineTune[] =>
      (['people', 'local', 'influencer'] as const).flatMap((type) =>
        defaultPrompts(type).map(presentDefault),
      ),

    /** @throws AppError validation_failed, conflict. */
    async create(
      actor: Actor,
      input: PromptInput & { type: AiListType; prompt_type: PromptType; field?: string | undefined },
    ): Promise<FineTune> {
      await check(actor, input.type, input.text, input.field)
      return transaction(db, async () => {
        if ((await countPrompts(db, actor.accountId)) >= MAX_PROMPTS)
          throw new AppError('conflict', `${MAX_PROMPTS} prompts are the most. Delete one first`)
        const { type, prompt_type, name, is_shared } = input
        const viewer = viewerOf(actor)
        const id = await insertPrompt(db, viewer, {
          type,
          prompt_type,
          name,
          is_shared,
          field: input.field ?? null,
        })
        await insertVersion(db, viewer, { id, version: 1 }, input)
        audit(actor, id, { name, type, prompt_type })
        return show(actor, id)
      })
    },

    /** Saves over the version that was read. @throws AppError not_found, conflict, validation_failed. */
    async update(actor: Actor, id: number, input: PromptInput & { version: number }): Promise<FineTune> {
      const before = await show(actor, id)
      await check(actor, before.type, input.text)
      return transaction(db, async () => {
        const row = await hold(actor, id)
        const current = await show(actor, id)
        if (row.version !== input.version)
          throw new AppError('conflict', 'Somebody else has changed this prompt meanwhile', {
            details: { current },
          })
        // Only who made it takes it back from the team.
        const is_shared = row.created_by === actor.userId ? input.is_shared : row.is_shared
        const isSame = isSameContent(current, input)
        if (isSame && current.name === input.name && current.is_shared === is_shared) {
          changedNothing()
          return current
        }
        if (isSame) await updatePrompt(db, actor.accountId, id, { name: input.name, is_shared })
        else await writeVersion(actor, id, input, { name: input.name, is_shared })
        audit(actor, id, { name: input.name, version: isSame ? row.version : row.version + 1 })
        return show(actor, id)
      })
    },

    remove: (actor: Actor, id: number): Promise<void> =>
      transaction(db, async () => {
        const { name } = await hold(actor, id)
        await deletePrompt(db, actor.accountId, id)
        audit(actor, id, { name })
      }),

    async versions(actor: Actor, id: number): Promise<PromptVersion[]> {
      await show(actor, id)
      const rows = await findVersions(db, actor.accountId, id)
      return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
    },

    /** Brings a version back as a new one. @throws AppError not_found, conflict when it is the one that stands. */
    restore: (actor: Actor, id: number, version: number): Promise<FineTune> =>
      transaction(db, async () => {
        const current = await hold(actor, id)
        const wanted = (await findVersions(db, actor.accountId, id)).find((one) => one.version === version)
        if (!wanted) throw notFound('The version')
        if (current.version === version) throw new AppError('conflict', 'This version stands already')
        const made = await writeVersion(actor, id, wanted)
        audit(actor, id, { restored: version, version: made })
        return show(actor, id)
      }),

    /** A prompt as a run works with it. @throws AppError not_found, conflict for one of another list type. */
    async forRun(actor: Actor, type: AiListType, choice: PromptChoice): Promise<RunPrompt> {
      const { prompt_type, fine_tune_id: id } = choice
      if (!id) {
        const ours = defaultPrompt(type, prompt_type)
        const { name, text, max_characters, language } = ours
        const content = { name, text, max_characters, language }
        return { ...content, prompt_type, fine_tune_id: null, version: 0, field: aiFieldOf(prompt_type) }
      }
      const prompt = await show(actor, id)
      if (prompt.type !== type) throw new AppError('conflict', `“${prompt.name}” is for another type of list`)
      const version = choice.version ?? prompt.version
      const content = (await findVersions(db, actor.accountId, id)).find((one) => one.version === version)
      if (!content) throw notFound('The version')
      const { text, max_characters, language } = content
      const place = { prompt_type: prompt.prompt_type, fine_tune_id: id, version, field: prompt.field }
      return { ...place, name: prompt.name, text, max_characters, language }
    },
  }
}

export type PromptsService = ReturnType<typeof createPromptsService>
