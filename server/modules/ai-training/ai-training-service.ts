import type { TrainingFileType, TrainingKind, TrainingLanguage } from '#contract/ai-training.ts'
import type { Versioned } from '#contract/versions.ts'
import { aiLimitsOf } from '#server/modules/ai-limits/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { requireVersion } from '#server/platform/edit-conflict.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import {
  binItem,
  countPassages,
  findByUrl,
  findItem,
  type ItemFacts,
  type ItemRow,
  insertItem,
  lockBinned,
  lockItem,
  lockTokens,
  pageOfItems,
  sumTokens,
  unbinItem,
  updateItem,
} from './ai-training-store.ts'
import { presentQa, presentText } from './present-training.ts'
import { countTokens } from './text/count-tokens.ts'
import { findLanguage } from './text/find-language.ts'
import { plainText } from './text/plain-text.ts'
import { type PreparedText, prepareText } from './text/prepare-text.ts'
import { safeHtml } from './text/safe-html.ts'
import { splitPassages } from './text/split-passages.ts'
import { visibleText } from './text/visible-text.ts'

export type { ItemRow } from './ai-training-store.ts'

type Language = TrainingLanguage | 'auto'

/** The version that a change was made on, and how a conflict shows the one that stands. */
interface Seen {
  version: number
  present(row: ItemRow): Versioned
}

/** How training is called in messages. */
const NAMES: Record<TrainingKind, string> = {
  page: 'The page',
  text: 'The text',
  qa: 'The question',
  file: 'The file',
}

/** A file that was read. */
export interface ReadFile {
  name: string
  type: TrainingFileType
  bytes: number
  text: PreparedText
  note: string | null
}

const tooMuch = (more: number, left: number) =>
  new AppError(
    'conflict',
    `This needs ${more.toLocaleString('en')} tokens, and your plan leaves ${Math.max(0, left).toLocaleString('en')}. Delete training you don't need`,
    { details: { tokens: more, left } },
  )

/** Pages, texts, questions and files that the AI of an account may read. */
export function createAiTraining({ db }: { db: Db }) {
  const allowanceOf = async (accountId: number) => (await aiLimitsOf(db, accountId)).training_tokens

  async function used(accountId: number): Promise<number> {
    return (await sumTokens(db, accountId)).reduce((sum, { tokens }) => sum + Number(tokens), 0)
  }

  /** In the transaction that adds tokens. @throws AppError conflict when the plan does not have as many. */
  async function makeRoom(accountId: number, more: number): Promise<void> {
    if (more <= 0) return
    await lockTokens(db, accountId)
    const left = (await allowanceOf(accountId)) - (await used(accountId))
    if (more > left) throw tooMuch(more, left)
  }

  async function found(accountId: number, id: number, kind: TrainingKind): Promise<ItemRow> {
    const row = await findItem(db, accountId, id, kind)
    if (!row) throw notFound(NAMES[kind])
    return row
  }

  const note = (actor: Actor, id: number, kind: TrainingKind) =>
    recordAudit(db, { accountId: actor.accountId, subject: `ai_training:${id}`, detail: { kind } })

  const add = (
    actor: Actor,
    item: { kind: TrainingKind; title: string; language: Language; text: PreparedText; facts?: ItemFacts },
  ): Promise<ItemRow> =>
    transaction(db, async () => {
      const { accountId, userId } = actor
      await makeRoom(accountId, item.text.tokens)
      const id = await insertItem(db, { facts: {}, ...item, accountId, userId })
      note(actor, id, item.kind)
      return found(accountId, id, item.kind)
    })

  const change = (
    actor: Actor,
    id: number,
    kind: TrainingKind,
    to: { title: string; language: Language; text: PreparedText; facts?: ItemFacts; seen?: Seen },
  ): Promise<ItemRow> =>
    transaction(db, async () => {
      const { accountId } = actor
      const before = to.seen ? await lockItem(db, accountId, id, kind) : await found(accountId, id, kind)
      if (!before) throw notFound(NAMES[kind])
      if (to.seen) requireVersion(before, to.seen.version, to.seen.present)
      await makeRoom(accountId, to.text.tokens - before.tokens)
      await updateItem(db, { accountId, id }, to)
      note(actor, id, kind)
      return found(accountId, id, kind)
    })

  /** The text of an item with another title or language: passages are written anew, since both are searched. */
  async function retitle(
    actor: Actor,
    id: number,
    kind: 'page' | 'file',
    to: { title: string; language: Language },
  ) {
    const { body } = await found(actor.accountId, id, kind)
    return change(actor, id, kind, { ...to, text: await prepareText(body, to.language) })
  }

  async function written(given: string, language: Language): Promise<{ html: string; text: PreparedText }> {
    const html = safeHtml(given)
    return { html, text: await prepareText(visibleText(html).text, language) }
  }

  /** A short answer alone says too little of its language. */
  const asked = async (question: string, answer: string, language: Language): Promise<PreparedText> => {
    const whole = language === 'auto' ? findLanguage(`${question} ${answer}`) : language
    const text = await prepareText(answer, whole)
    if (text.body === '') throw invalidField('answer', 'Field is required')
    return text
  }

  return {
    page: async (
      accountId: number,
      kind: TrainingKind,
      query: { page: number; limit: number; search?: string | undefined },
    ) => pageOfItems(db, accountId, { kind, ...query }),

    async show(accountId: number, id: number) {
      const row = await findItem(db, accountId, id)
      if (!row) throw notFound('The training')
      const { kind, title, url, body: text, tokens, instructions } = row
      return {
        id,
        kind,
        title,
        url,
        text,
        tokens,
        instructions,
        passages: await countPassages(db, accountId, id),
      }
    },

    async addText(actor: Actor, given: { title: string; html: string; language: Language }) {
      const { title, language } = given
      const { html, text } = await written(given.html, language)
      return add(actor, { kind: 'text', title, language, text, facts: { html } })
    },
    async changeText(
      actor: Actor,
      id: number,
      given: { title: string; html: string; language: Language; version: number },
    ) {
      const { title, language, version } = given
      const { html, text } = await written(given.html, language)
      const seen = { version, present: (row: ItemRow) => ({ ...presentText(row), updated_by: null }) }
      return change(actor, id, 'text', { title, language, text, facts: { html }, seen })
    },

    async addQa(actor: Actor, given: { question: string; answer: string; language: Language }) {
      const { language } = given
      const text = await asked(given.question, given.answer, language)
      return add(actor, { kind: 'qa', title: plainText(given.question), language, text })
    },
    async changeQa(
      actor: Actor,
      id: number,
      given: { question: string; answer: string; language: Language; version: number },
    ) {
      const { language, version } = given
      const text = await asked(given.question, given.answer, language)
      const seen = { version, present: (row: ItemRow) => ({ ...presentQa(row), updated_by: null }) }
      return change(actor, id, 'qa', { title: plainText(given.question), language, text, seen })
    },

    addFile: (actor: Actor, file: ReadFile, { title, language }: { title: string; language: Language }) =>
      add(actor, {
        ...{ kind: 'file', title, language, text: file.text },
        facts: { file_name: file.name, file_type: file.type, file_bytes: file.bytes, note: file.note },
      }),

    retitle,

    /** Takes a page into the training, or gives the one of its address a new text. In the caller's transaction. */
    async takePage(
      { accountId, userId }: { accountId: number; userId: number | null },
      page: { url: string; website: string; title: string; text: PreparedText },
    ): Promise<void> {
      const before = await findByUrl(db, accountId, page.url)
      await makeRoom(accountId, page.text.tokens - (before?.tokens ?? 0))
      const facts = { is_gone: false }
      if (before) {
        const { language, title } = before
        await updateItem(
          db,
          { accountId, id: before.id },
          { title, language, text: page.text, facts, isRead: true },
        )
      } else
        await insertItem(db, {
          ...{ accountId, userId, kind: 'page', title: page.title, language: 'auto', text: page.text },
          facts: { url: page.url, website: page.website, ...facts },
        })
    },

    /** @throws AppError not_found. */
    remove: (actor: Actor, id: number, kind: TrainingKind) =>
      transaction(db, async () => {
        if (!(await binItem(db, actor.accountId, id, kind))) throw notFound(NAMES[kind])
        note(actor, id, kind)
      }),

    /** @throws AppError not_found, conflict when its page is there again or the tokens do not suffice. */
    restore: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const { accountId } = actor
        const row = await lockBinned(db, accountId, id)
        if (!row) throw notFound('The training')
        if (row.url && (await findByUrl(db, accountId, row.url)))
          throw new AppError('conflict', 'This page is in your training again already')
        await makeRoom(accountId, row.tokens)
        await unbinItem(db, accountId, id)
        recordAudit(db, { accountId, subject: `ai_training:${id}` })
      }),

    async tokens(accountId: number, text: string | undefined) {
      const by_kind = { page: 0, text: 0, qa: 0, file: 0 }
      const items = { ...by_kind }
      for (const row of await sumTokens(db, accountId)) {
        by_kind[row.kind] = Number(row.tokens)
        items[row.kind] = Number(row.items)
      }
      const tokens = Object.values(by_kind).reduce((sum, one) => sum + one, 0)
      const text_tokens = text === undefined ? null : await countTokens(splitPassages(plainText(text)))
      return { tokens, allowance: await allowanceOf(accountId), by_kind, items, text_tokens }
    },
  }
}

export type AiTraining = ReturnType<typeof createAiTraining>
