import { foldText } from '#server/platform/text/fold-text.ts'
import { memoize } from '#server/platform/text/memoize.ts'
import {
  DEPARTMENTS,
  FORMER_ROLE,
  NOT_A_ROLE,
  ROLE_ENDINGS,
  ROLE_PHRASES,
  ROLES,
  STRONG_ROLES,
} from './words/role-words.ts'

/** How surely a text is a role: 0 no word says so, 1 a department only, 2 a word that other texts hold too, 3 a word only roles hold. */
export type RoleStrength = 0 | 1 | 2 | 3

const MAX_ROLE_CHARS = 200
const MAX_ROLE_WORDS = 18
const CONTACT = /@|[©®]|https?:|www\.|\d{5}|\d[\d ()/.-]{6,}\d|\[at\]|\(at\)/i
const PHRASES = ROLE_PHRASES.map((phrase) => foldText(phrase) || phrase)
const STRONG = foldWords(STRONG_ROLES)
const WEAK = foldWords(ROLES)

function foldWords(set: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...set].flatMap((word) => [word, foldText(word)]))
}

const JOINS = new Set('and und et y e i och og en & team human resources relations of'.split(' '))

/** Rates a text as a role. Long texts, sentences, links and contact data are none. */
export function rateRole(text: string): RoleStrength {
  return text.length > MAX_ROLE_CHARS ? 0 : rateWords(text)
}

const rateWords = memoize((text: string): RoleStrength => {
  if (!canBeRole(text)) return 0
  const plain = foldText(text.replace(/[*:]innen\b|[*:_/-]in\b/gi, 'in'))
  const tokens = plain.split(' ')
  let weak = false
  for (const token of tokens) {
    if (STRONG.has(token)) return 3
    weak ||= WEAK.has(token)
    if (!weak && token.length > 7) weak = ROLE_ENDINGS.some((ending) => token.endsWith(ending))
  }
  if (PHRASES.some((phrase) => plain.includes(phrase))) return 3
  if (weak) return 2
  return tokens.length <= 5 && tokens.every((token) => DEPARTMENTS.has(token) || JOINS.has(token)) ? 1 : 0
})

/** Whether a line could be somebody's role, whatever its words: short, no link text, no contact data, no sentence. */
export function canBeRole(text: string): boolean {
  if (text.length < 2 || text.length > MAX_ROLE_CHARS || CONTACT.test(text)) return false
  const words = text.split(/\s+/).length
  if (/[。！？]$/.test(text) || (CJK.test(text) && text.length > 40)) return false
  if (words > MAX_ROLE_WORDS || !/\p{L}{2}/u.test(text)) return false
  if (/[.!?…]["”’]?$/.test(text) && words > 6) return false
  if (/[!?]$|^["“„«]/.test(text)) return false
  return words > 5 || !NOT_A_ROLE.test(foldText(text)) || /\p{L}{4,} (?:manager|director)/iu.test(text)
}

const CONTACT_BEHIND =
  /[\s,;|•·–(-]*(?:\b(?:e-?mail|tel|telefon|phone|fax|mobil\w*|cell)\b[.:]?\s*)?(?:[^\s,;|•·]+(?:@|\(at\))\S|\+?\(?\d[\d ()/.-]{5,}\d|\b(?:ext|x)\b\.?\s?\d).*$/i

/** "Head of Sales | +1 202 555 0100", "Head of Sales, ext. 12": the part before the contact data. */
export const stripContact = (text: string): string => text.replace(CONTACT_BEHIND, '')

/** Scripts that write sentences without spaces. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u
/** "Role: Student", "As Treasurer he …" */
const BEFORE_ROLE =
  /^(?:role|position|title|function|funktion|rolle|poste|fonction|cargo|puesto|ruolo|functie|stanowisko|funkcja|funkce|beosztas|должность|занимаемая должность|jabatan|chuc vu|gorevi?|unvan|stilling|befattning|职务|职位|役職|직책|직위)\s?[:：]\s+/iu
const AS_ROLE =
  /^(?:Als|As(?: our| the| an?)?)\s+(\p{Lu}[\p{L}-]{3,}(?:\s\p{Lu}[\p{L}-]+){0,3})(?:,|\s\p{Ll}).{8,}$/u

/** As written, without the punctuation around it; null when nothing is left. */
export function cleanRole(text: string): string | null {
  const role = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|•·\-–—/(]+/, '')
    .replace(BEFORE_ROLE, '')
    .replace(AS_ROLE, '$1')
    .replace(/[\s,;:|•·\-–—/]+$|(?<![A-Z\p{L}]\.\p{L}|\bDr|\bInc|\bCo|\bLtd)\.$/gu, '')
    .trim()
    .slice(0, MAX_ROLE_CHARS)
  const unbalanced = role.endsWith(')') && !role.includes('(') ? role.slice(0, -1).trim() : role
  return unbalanced || null
}

/** Whether the role says that the person left, visits or studies. */
export function isFormerRole(role: string): boolean {
  if (!FORMER_ROLE.test(foldText(role))) return false
  const parts = role.split(/[,;|/]|\s[–—]\s/).slice(0, 6)
  return !parts.some((part) => rateRole(part) === 3 && !FORMER_ROLE.test(foldText(part)))
}
