import { MESSAGES } from '#contract/core/messages.ts'
import type { Context } from '#server/platform/context.ts'
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

async function prepareHtml(input: string, language: Language): Promise<{ html: string; text: PreparedText }> {
  const html = safeHtml(input)
  return { html, text: await prepareText(visibleText(html).text, language) }
}

/** Detects the language with the question, since a short answer alone does not reveal it. */
async function prepareAnswer(question: string, answer: string, language: Language): Promise<PreparedText> {
  const whole = language === 'auto' ? findLanguage(`${question} ${answer}`) : language
  const text = await prepareText(answer, whole)
  if (text.body === '') throw invalidField('answer', MESSAGES.required)
  return text
}

export async function addTrainingText(
  ctx: Context,
  actor: Actor,
  input: { title: string; html: string; language: Language },
) {
  const { title, language } = input
  const { html, text } = await prepareHtml(input.html, language)
  return addItem(ctx.db, actor, { kind: 'text', title, language, text, facts: { html } })
}

export async function changeTrainingText(
  ctx: Context,
  actor: Actor,
  id: number,
  input: { title: string; html: string; language: Language; version: number },
) {
  const { title, language, version } = input
  const { html, text } = await prepareHtml(input.html, language)
  const seen = { version, present: (row: ItemRow) => ({ ...presentText(row), updated_by: null }) }
  return changeItem(ctx.db, actor, id, 'text', { title, language, text, facts: { html }, seen })
}

export async function addTrainingQa(
  ctx: Context,
  actor: Actor,
  input: { question: string; answer: string; language: Language },
) {
  const { language } = input
  const text = await prepareAnswer(input.question, input.answer, language)
  return addItem(ctx.db, actor, { kind: 'qa', title: plainText(input.question), language, text })
}

export async function changeTrainingQa(
  ctx: Context,
  actor: Actor,
  id: number,
  input: { question: string; answer: string; language: Language; version: number },
) {
  const { language, version } = input
  const text = await prepareAnswer(input.question, input.answer, language)
  const seen = { version, present: (row: ItemRow) => ({ ...presentQa(row), updated_by: null }) }
  return changeItem(ctx.db, actor, id, 'qa', { title: plainText(input.question), language, text, seen })
}
