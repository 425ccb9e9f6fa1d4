import { wordNumber } from './number-words.ts'
import { stem } from './stem.ts'
import { plainWording } from './wording.ts'

/** A word or number of a text. */
export interface Token {
  /** As it stands. */
  raw: string
  /** Lower case, without the possessive. */
  word: string
  stem: string
  /** The value of a number, normalised: `1200`, `2.5`, `50%`; null of a word. */
  number: string | null
  /** Begins with a capital where nothing but a name asks for one. */
  isName: boolean
  /** Begins its sentence, where everything has a capital. */
  isFirst: boolean
}

const TOKEN =
  /\d+0['’]?s\b|\d+\p{L}+\d[\p{L}\d]*|\d+(?:[.,]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[\p{L}][\p{L}\p{M}\d]*(?:['’]\p{L}+)?|[.!?:;\n“”"«»„(•|]|%/gu
/** "1990s" are ten years. */
const DECADE = /^\d+0['’]?s$/
const BREAKS = /^[.!?:;\n“”"«»„(•|]$/
const SCALES: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  hundred: 1e2,
}

/** `1,200.5` and `1.200,5` are one number: a mark before exactly three digits divides thousands. */
function readNumber(text: string): number {
  const plain = text.replace(/[.,](?=\d{3}(?:\D|$))/g, '')
  return Number(plain.replace(',', '.'))
}

interface Piece {
  text: string
  value: number | null
}

/** Joins "twenty five", "2 million" and "50 percent" into one number each. */
function joinNumbers(pieces: Piece[]): { text: string; number: string | null }[] {
  const out: { text: string; number: string | null }[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece
    if (piece.value === null) {
      out.push({ text: piece.text, number: DECADE.test(piece.text) ? piece.text.replace(/['’]/, '') : null })
      continue
    }
    let value = piece.value
    let text = piece.text
    const next = () => pieces[at + 1]
    const joins = (): boolean => {
      const word = next()?.text.toLowerCase() ?? ''
      const scale = Object.hasOwn(SCALES, word) ? SCALES[word] : undefined
      if (scale !== undefined) value *= scale
      else if (next()?.value !== null && next()?.value !== undefined && !/\d/.test(text + word)) {
        const added = next()?.value ?? 0
        const isUnit = value >= 20 && value % 10 === 0 && added > 0 && added < 10
        const isRest = value >= 100 && value % 100 === 0 && added < 100
        if (!isUnit && !isRest) return false
        value += added
      } else return false
      text += ` ${word}`
      at += 1
      return true
    }
    while (at + 1 < pieces.length && joins());
    const unit = next()?.text.toLowerCase()
    const isPercent = unit === '%' || unit === 'percent' || unit === 'prozent'
    if (isPercent) at += 1
    out.push({ text, number: `${value}${isPercent ? '%' : ''}` })
  }
  return out
}

const CAPITAL = /^\p{Lu}/u
const POSSESSIVE = /['’]s?$/

/** The words and numbers of a text. */
export function tokensOf(text: string): Token[] {
  const found =
    plainWording(text)
      .replace(/\bnon-(?=\p{L})/giu, 'non')
      .match(TOKEN) ?? []
  const pieces = found.map((one): Piece => {
    // A name such as 3M2 is no number.
    if (/^[\d.,]+$/.test(one)) return { text: one, value: readNumber(one) }
    return { text: one, value: wordNumber(one.toLowerCase()) }
  })
  const tokens: Token[] = []
  let isFirst = true
  for (const { text: raw, number } of joinNumbers(pieces)) {
    if (BREAKS.test(raw) || raw === '%') {
      isFirst = true
      continue
    }
    const word = raw.toLowerCase().replace(POSSESSIVE, '')
    tokens.push({
      raw,
      word,
      stem: stem(word),
      number,
      isName: CAPITAL.test(raw) && number === null,
      isFirst,
    })
    isFirst = false
  }
  return tokens
}
