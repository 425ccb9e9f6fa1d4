import { stripTitles } from '../people/read-name.ts'
import { GENERATIONS, PARTICLES } from '../people/words/name-titles.ts'

/** A person's name in parts, as written. */
export interface ParsedName {
  first: string
  middle: string[]
  /** With its particles: "van der Berg". Empty for a name of one word. */
  last: string
}

/** Family names that stand first in names written in the Vietnamese order; folded. */
const VIETNAMESE_FAMILIES = new Set(
  'nguyen tran pham hoang huynh phan vu vo dang bui ngo duong dinh truong trinh doan luong'.split(' '),
)
/** Names of fathers in East Slavic names, which stand last where the family name stands first. */
const PATRONYMIC = /(?:[оеєй]вич|йович|ьич|[оеєії]вна|[иі]чна|инична)$/iu
const HAN = /^\p{Script=Han}{2,4}$/u
const HANGUL = /^\p{Script=Hangul}{2,4}$/u

/** Takes a name apart: titles, degrees, familiar forms and generations are left out. Never throws. */
export function parseName(name: string): ParsedName {
  const turned = /^([^,]+),\s*([^,]+)$/.exec(stripTitles(name).text)
  const plain = stripTitles(turned ? `${turned[2]} ${turned[1]}` : name)
    .text.replace(/[("“”„«‘][^)"”“»’]*[)"”“»’]/g, ' ')
    .replace(/,/g, ' ')
    .trim()
  const tokens = plain
    .split(/\s+/)
    .filter(
      (token, index) => token !== '' && !(index > 0 && GENERATIONS.has(token.toLowerCase().replace('.', ''))),
    )
  const [only = ''] = tokens
  if (tokens.length <= 1) return parseUnspaced(only)
  if (isVietnameseOrder(tokens))
    return { first: tokens.at(-1) ?? '', middle: tokens.slice(1, -1), last: only }
  // "Иванов Иван Петрович": the father's name is no family name.
  if (tokens.length === 3 && PATRONYMIC.test(tokens[2] ?? '') && !PATRONYMIC.test(tokens[1] ?? ''))
    return { first: tokens[1] ?? '', middle: tokens.slice(2), last: only }
  const particle = tokens.findIndex((token, index) => index > 0 && isParticle(token))
  const lastFrom = particle > 0 && particle < tokens.length - 1 ? particle : tokens.length - 1
  return { first: only, middle: tokens.slice(1, lastFrom), last: tokens.slice(lastFrom).join(' ') }
}

const isParticle = (token: string): boolean => token === token.toLowerCase() && PARTICLES.has(token)

function isVietnameseOrder(tokens: string[]): boolean {
  const bare = (token = '') =>
    token
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .replace(/[đĐ]/g, 'd')
      .toLowerCase()
  return (
    tokens.length >= 3 &&
    VIETNAMESE_FAMILIES.has(bare(tokens[0])) &&
    !VIETNAMESE_FAMILIES.has(bare(tokens.at(-1))) &&
    tokens.every((token) => bare(token).length <= 6)
  )
}

/** Chinese and Korean names of one piece: the family name is the first sign. */
function parseUnspaced(token: string): ParsedName {
  const joined = HAN.test(token) || HANGUL.test(token)
  return joined
    ? { first: token.slice(1), middle: [], last: token.slice(0, 1) }
    : { first: token, middle: [], last: '' }
}
