import { wordNumber } from './number-words.ts'

/** A word, number or currency sign of a text. */
export interface Word {
  /** Lower case; numbers as digits, money as its sign. */
  word: string
  isNumber: boolean
  /** Capitalized, and not only because it starts a sentence. */
  isName: boolean
}

const WORD = /\d+(?:[.,]\d+)*(?!\p{L})|[\p{L}\p{M}\d]+(?:'\p{L}+)?|[%€$£¥]|[.!?:]/gu
const ENDS = /^[.!?:]$/
/** Names of currencies and percentages, each with its sign. */
const SIGNS: Record<string, string> = {
  percent: '%',
  prozent: '%',
  euro: '€',
  euros: '€',
  eur: '€',
  dollar: '$',
  dollars: '$',
  usd: '$',
  pound: '£',
  pounds: '£',
  gbp: '£',
}

/** `1,200.5` and `1.200,5` are one number: a mark before exactly three digits separates thousands. */
const readNumber = (text: string): string =>
  String(Number(text.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')))

function readWord(raw: string): { word: string; isNumber: boolean } {
  if (/^\d[\d.,]*$/.test(raw)) return { word: readNumber(raw), isNumber: true }
  const word = raw.toLowerCase()
  const value = wordNumber(word)
  if (value !== null) return { word: String(value), isNumber: true }
  const sign = SIGNS[word] ?? word
  return { word: sign, isNumber: /^[%€$£¥]$/.test(sign) }
}

/** The words of a text. With `capitalNouns` (German) a single capital means nothing, two in a row are a name. */
export function splitWords(text: string, capitalNouns = false): Word[] {
  const words: (Word & { hasCapital: boolean })[] = []
  let isFirst = true
  for (const [raw] of text.matchAll(WORD)) {
    if (ENDS.test(raw)) {
      isFirst = true
      continue
    }
    const hasCapital = /^\p{Lu}/u.test(raw) && !/^I(?:'|$)/.test(raw)
    const before = words.at(-1)
    const inRow = hasCapital && !isFirst && before?.hasCapital === true
    const { word, isNumber } = readWord(raw)
    const isName = hasCapital && !isNumber && !isFirst && (!capitalNouns || inRow)
    words.push({ word, isNumber, isName, hasCapital })
    isFirst = false
  }
  return words
}
