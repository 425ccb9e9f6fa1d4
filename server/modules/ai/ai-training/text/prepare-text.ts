import { createHash } from 'node:crypto'
import type { TrainingLanguage } from '#contract/ai/ai-training.ts'
import { countTokens } from './count-tokens.ts'
import { findInstructions } from './find-instructions.ts'
import { findLanguage } from './find-language.ts'
import { plainText } from './plain-text.ts'
import { splitPassages } from './split-passages.ts'

/** A text with everything derived from it. */
export interface PreparedText {
  body: string
  passages: string[]
  tokens: number
  found_language: TrainingLanguage
  instructions: string[]
  /** Hash to compare texts. */
  digest: string
}

/** Normalizes any text for storage. */
export async function prepareText(text: string, language: TrainingLanguage | 'auto'): Promise<PreparedText> {
  const body = plainText(text)
  const passages = splitPassages(body)
  return {
    body,
    passages,
    tokens: await countTokens(passages),
    found_language: language === 'auto' ? findLanguage(body) : language,
    instructions: findInstructions(body),
    digest: createHash('sha256').update(body).digest('hex').slice(0, 40),
  }
}
