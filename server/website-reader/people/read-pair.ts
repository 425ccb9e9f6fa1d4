import { memoize } from '#server/platform/text/memoize.ts'
import type { Segment } from '../page/fine-lines.ts'
import { type PersonName, readName } from './read-name.ts'
import { canBeRole, cleanRole, type RoleStrength, rateRole, stripContact } from './read-role.ts'

/** A name and a role that stand in one line. */
export interface NameAndRole {
  name: PersonName
  role: string
  strength: RoleStrength
}

const SEPARATOR = /\s+[-–—|•·:/]\s+|\s*[|•·–—]\s*|,\s+|:\s+|\s*\(|\s+-|-\s+|\s{2,}/g
const MAX_CUTS = 6

/** "Anna Sample, CEO", "CEO: Anna Sample", "Anna Sample (CEO)" or a name and a role in neighbouring elements; null otherwise. */
export function readPair(text: string, segments: readonly Segment[]): NameAndRole | null {
  if (text.length > 260 || text.length < 6) return null
  const beside = segments.length > 1 ? readBeside(segments.map((segment) => segment.text).join('\n')) : null
  return beside ?? readSeparated(text) ?? readAdjacent(text)
}

const BIOGRAPHY =
  /^(\p{Lu}.{4,60}?) (?:is responsible for|is|has been|(?:serves|has served|works) as) (?:currently )?(?:the |our |an? )?(\S.{2,90}?)(?= (?:at|for|with|in|who|where|since)\b|[.;]|, (?:and|who|where)\b|$)/u

/** "For orders call Anna Sample, Sales Manager, at …" */
const REFERRAL =
  /(?:^| )(?:[Cc]ontact|[Cc]all|[Ee]-?mail|[Rr]each|[Aa]sk for) (\p{Lu}[^,]{4,40}), (?:our |the )?(\S[^,.;]{2,60}?)(?=,| (?:at|on|by|for)\b|[.;]|$)/u

/** The beginning of a text about somebody: "Anna Sample is Head of Sales at Acme. She …", "Owner: <b>Anna Sample</b> founded …". */
export function readBiography(text: string, [label, name, more]: readonly Segment[]): NameAndRole | null {
  if (label?.text.trim().endsWith(':') && name && more && /^(?:b|strong|em)$/.test(name.element.tag))
    return pairTexts(name.text, label.text)
  const start = text.slice(0, 200)
  const [, who = '', what = ''] = BIOGRAPHY.exec(start) ?? REFERRAL.exec(start) ?? []
  const found = who && what ? pairTexts(who, what) : null
  return found && found.name.strength >= 3 && found.strength >= 2 ? found : null
}

/** Texts of neighbouring elements, one a line; they hold no line breaks of their own. */
const readBeside = memoize((lines): NameAndRole | null => {
  const texts = lines.split('\n')
  for (let cut = 1; cut < texts.length && cut <= MAX_CUTS; cut += 1) {
    const left = texts.slice(0, cut).join(' ')
    const right = texts.slice(cut, cut === 1 ? 3 : undefined).join(' ')
    const found =
      pairTexts(left, texts.slice(cut).join(' ')) ??
      pairTexts(left, right) ??
      pairTexts(right, left, texts.length === 2)
    if (found) return found
  }
  return null
})

const readSeparated = memoize((text): NameAndRole | null => {
  const cuts = [...text.matchAll(SEPARATOR)].slice(0, MAX_CUTS)
  for (const cut of cuts) {
    const left = text.slice(0, cut.index)
    const right = text.slice(cut.index + cut[0].length)
    // Degrees after a comma belong to the name: the next cut is tried first by `readName` failing on it.
    const found = pairTexts(left, right) ?? pairTexts(right, left)
    if (found) return found
  }
  return null
})

/** "Attorney Anna Sample", "Anna Sample attorney": a role of one to three words right beside a name that is known. */
const readAdjacent = memoize((text): NameAndRole | null => {
  const words = text.split(' ')
  if (words.length < 3 || words.length > 7 || /[:;|•·@\d]/.test(text)) return null
  for (let cut = 1; cut <= 3 && words.length - cut >= 2; cut += 1) {
    const found =
      pairKnownWords(words.slice(cut), words.slice(0, cut)) ??
      // Behind a name capitals would be part of it.
      (words.slice(-cut).every((word) => /^\p{Ll}/u.test(word))
        ? pairKnownWords(words.slice(0, -cut), words.slice(-cut))
        : null)
    if (found) return found
  }
  return null
})

function pairKnownWords(name: readonly string[], role: readonly string[]): NameAndRole | null {
  if (name.length > 4 || !/^\p{L}/u.test(role[0] ?? '')) return null
  const found = pairTexts(name.join(' '), role.join(' '))
  return found &&
    found.name.strength >= 3 &&
    role.every((word) => rateRole(word) > 0 || /^\p{Ll}/u.test(word))
    ? found
    : null
}

/** The other part must be a role by its words: "Anna Sample, Berlin" says nothing. */
function pairTexts(nameText: string, roleText: string, open = true): NameAndRole | null {
  if (!open) return null
  const name = readName(stripContact(nameText).replace(/[\s,;:(]+$/, ''))
  if (!name || name.strength === 0) return null
  const role = cleanRole(stripContact(stripDegrees(roleText)))
  if (!role) return null
  const strength = rateRole(role)
  if (strength === 0 || !canBeRole(role)) return null
  return { name, role, strength }
}

function stripDegrees(text: string): string {
  return text.replace(
    /^(?:(?:Ph\.?D|MBA|M\.?Sc|B\.?Sc|M\.?A|B\.?A|LL\.?M|M\.?D|CPA|CFA|Esq|MAS|MBE|OBE)\.?(?:,|\s[-–|])\s*){1,4}/,
    '',
  )
}
