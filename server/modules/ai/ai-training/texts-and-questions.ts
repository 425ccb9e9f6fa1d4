import { MESSAGES } from '#contract/core/messages.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ItemRow } from './ai-training-store.ts'
import { presentQa, presentText } from './present-training.ts'
import { findLanguage } from './text/find-language.ts'
import { plainText } from './text/plain-text.ts'
import { type PreparedText, prepareText } from './text/prepare-text.ts'
import { safeHtml } from './text/safe-html.ts'
import { visibleText } from './text/visible-text.ts'
import { addItem, changeItem, type Language } from './training-items.ts'

/** Training that people write: texts, and questions with answers. */
export function createWrittenTraining({ db }: { db: Db }) {
  async function prepareHtml(
    input: string,
    language: Language,
  ): Promise<{ html: string; text: PreparedText }> {
    const html = safeHtml(input)
    return { html, text: await prepareText(visibleText(html).text, language) }
  }

  /** Detects the language with the question, since a short answer alone does not reveal it. */
  const answerOf = async (question: string, answer: string, language: Language): Promise<PreparedText> => {
    const whole = language === 'auto' ? findLanguage(`${question} ${answer}`) : language
    const text = await prepareText(answer, whole)
    if (text.body === '') throw invalidField('answer', MESSAGES.required)
    return text
  }

  return {
    async addText(actor: Actor, input: { title: string; html: string; language: Language }) {
      const { title, language } = input
      const { html, text } = await prepareHtml(input.html, language)
      return addItem(db, actor, { kind: 'text', title, language, text, facts: { html } })
    },
    async changeText(
      actor: Actor,
      id: number,
      input: { title: string; html: string; language: Language; version: number },
    ) {
      const { title, language, version } = input
      const { html, text } = await prepareHtml(input.html, language)
      const seen = { version, present: (row: ItemRow) => ({ ...presentText(row), updated_by: null }) }
      return changeItem(db, actor, id, 'text', { title, language, text, facts: { html }, seen })
    },

    async addQa(actor: Actor, input: { question: string; answer: string; language: Language }) {
      const { language } = input
      const text = await answerOf(input.question, input.answer, language)
      return addItem(db, actor, { kind: 'qa', title: plainText(input.question), language, text })
    },
    async changeQa(
      actor: Actor,
      id: number,
      input: { question: string; answer: string; language: Language; version: number },
    ) {
      const { language, version } = input
      const text = await answerOf(input.question, input.answer, language)
      const seen = { version, present: (row: ItemRow) => ({ ...presentQa(row), updated_by: null }) }
      return changeItem(db, actor, id, 'qa', { title: plainText(input.question), language, text, seen })
    },
  }
}
