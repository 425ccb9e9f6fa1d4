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
    given: string,
    language: Language,
  ): Promise<{ html: string; text: PreparedText }> {
    const html = safeHtml(given)
    return { html, text: await prepareText(visibleText(html).text, language) }
  }

  /** A short answer alone does not reveal its language. */
  const answerOf = async (question: string, answer: string, language: Language): Promise<PreparedText> => {
    const whole = language === 'auto' ? findLanguage(`${question} ${answer}`) : language
    const text = await prepareText(answer, whole)
    if (text.body === '') throw invalidField('answer', MESSAGES.required)
    return text
  }

  return {
    async addText(actor: Actor, given: { title: string; html: string; language: Language }) {
      const { title, language } = given
      const { html, text } = await prepareHtml(given.html, language)
      return addItem(db, actor, { kind: 'text', title, language, text, facts: { html } })
    },
    async changeText(
      actor: Actor,
      id: number,
      given: { title: string; html: string; language: Language; version: number },
    ) {
      const { title, language, version } = given
      const { html, text } = await prepareHtml(given.html, language)
      const seen = { version, present: (row: ItemRow) => ({ ...presentText(row), updated_by: null }) }
      return changeItem(db, actor, id, 'text', { title, language, text, facts: { html }, seen })
    },

    async addQa(actor: Actor, given: { question: string; answer: string; language: Language }) {
      const { language } = given
      const text = await answerOf(given.question, given.answer, language)
      return addItem(db, actor, { kind: 'qa', title: plainText(given.question), language, text })
    },
    async changeQa(
      actor: Actor,
      id: number,
      given: { question: string; answer: string; language: Language; version: number },
    ) {
      const { language, version } = given
      const text = await answerOf(given.question, given.answer, language)
      const seen = { version, present: (row: ItemRow) => ({ ...presentQa(row), updated_by: null }) }
      return changeItem(db, actor, id, 'qa', { title: plainText(given.question), language, text, seen })
    },
  }
}
