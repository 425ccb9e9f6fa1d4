import type { OrganisationFinding } from '../findings.ts'
import { isInFrame } from '../page/page-frame.ts'
import { classifyPage } from '../page/page-kind.ts'
import { getPageLines, type PageLine } from '../page/page-lines.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readStatusAt } from '../source-status/source-status.ts'
import { hasLegalForm } from './legal-forms.ts'
import { detectPageLanguage } from './page-language.ts'
import { hasStreetWord, readCountry, readTextAddress } from './text-address.ts'
import { readVatCountry } from './vat-country.ts'

const MAX_FINDINGS = 30
const MAX_NAME = 80
const ICON_MARKS = /[\uE000-\uF8FF]/g
const COPYRIGHT =
  /(?:©|\(c\)|copyright)(?:[\s,:|–—-]|©|\(c\)|(?:19|20)\d\d|(?:copyright|by|heute|today|present)(?!\p{L}))*(\p{L}[^|©•·\n]{1,80})/iu
const AFTER_NAME =
  /[\s,|–-]*(?:all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|tutti i diritti|todos os direitos|impressum|imprint|datenschutz|privacy|terms|powered by|design by|made (?:with|by)|(?:19|20)\d\d).*$/iu
const NOT_NAME =
  /[@©]|https?:|www\.|^(?:tel|fon|fax|phone|e-?mail|mail|kontakt|contact|contact us|adresse|address|anschrift|impressum|imprint|angaben gemäß|verantwortlich|copyright|herausgeber|betreiber|anbieter|inhaber|vertreten|unsere adresse|our address|office|head office|find us|visit us|opening hours|öffnungszeiten)(?![\p{L}])|[:?!]$/iu

const EMPTY_FINDING = { name: null, street: null, postal_code: null, city: null, region: null, country: null }

/** What imprints, feet of pages and address blocks say in words. */
export function findTextOrganisations(page: PageTree): OrganisationFinding[] {
  const lines = getPageLines(page)
  const texts = lines.map(({ text }) => text.replace(ICON_MARKS, '').trim())
  const found: OrganisationFinding[] = []
  const isEnglish = detectPageLanguage(page)?.startsWith('en')
  const place = /^(?:contact|legal|home|about)$/.test(classifyPage(page.url, page.title))
  for (const [index, line] of lines.entries()) {
    if (found.length >= MAX_FINDINGS) break
    const text = texts[index] ?? ''
    const vat = readVatCountry(text)
    if (vat && !isForeignAddress(page, index)) found.push({ ...EMPTY_FINDING, country: vat, method: 'text' })
    const named = readCopyrightName(text)
    if (named && (index > lines.length - 30 || isInFrame(line.block)))
      found.push({ ...EMPTY_FINDING, name: named, method: 'text' })
    const address = readTextAddress(texts, index)
    if (!address || !(place || isInFrame(line.block) || isInAddress(line)) || isForeignAddress(page, index))
      continue
    const { above, name, ...fields } = address
    // On English pages a number before capitals is as often a product's: a street or a country must say more.
    if (isEnglish && !fields.country && !hasStreetWord(fields.street ?? '')) continue
    const inline = name === null ? null : (readCopyrightName(name) ?? (isName(name) ? name : null))
    found.push({ ...fields, name: inline ?? findNameAbove(lines, texts, above, index), method: 'section' })
    const next = texts[index + 1]
    if (next && !fields.country) {
      const country = readCountry(next)
      if (country) found.push({ ...EMPTY_FINDING, country, method: 'section' })
    }
  }
  return found
}

function isForeignAddress(page: PageTree, index: number): boolean {
  const status = readStatusAt(page, index, 0)
  return status === 'foreign' || status === 'doubtful'
}

/** The company over its street: a line with a legal form, else the first line of the block. */
function findNameAbove(
  lines: readonly PageLine[],
  texts: readonly string[],
  above: number,
  index: number,
): string | null {
  const candidates: string[] = []
  for (let at = above; at >= 0 && at > above - 4; at -= 1) {
    const line = lines[at]
    const text = texts[at] ?? ''
    if (!line || !isName(text)) break
    // A heading is the name only if it looks like one: "Contact" does not.
    if (line.heading?.text === text && !hasLegalForm(text)) break
    if (line.heading !== lines[index]?.heading && line.heading?.text !== text) break
    candidates.push(text)
  }
  return candidates.find(hasLegalForm) ?? candidates.at(-1) ?? null
}

function isName(text: string): boolean {
  return text.length >= 2 && text.length <= MAX_NAME && /\p{L}{2}/u.test(text) && !NOT_NAME.test(text)
}

function readCopyrightName(text: string): string | null {
  if (text.length > 300 || !/©|\(c\)|copyright/i.test(text)) return null
  const written = COPYRIGHT.exec(text)?.[1]
    ?.replace(AFTER_NAME, '')
    .replace(/[\s,|–-]+$/, '')
    .trim()
  if (!written) return null
  // The full stop of "Inc." belongs to the name, the one of the sentence does not.
  const bare = written.replace(/[\s.]+$/, '')
  const name =
    /(?:inc|ltd|corp|co|e\.?\s?v|s\.?a|l|b\.?v)\.$/i.test(written) && hasLegalForm(written) ? written : bare
  if (/creative commons|licen[cs]e|lizenz/i.test(name)) return null
  return isName(name) && name.split(' ').length <= 8 ? name : null
}

const ADDRESS_WORDS =
  /(?:^|[\s_-])(?:address|adresse|anschrift|contacts?|kontakt|impressum|(?:find|visit) us)(?:$|[\s_:-])/i

function isInAddress(line: PageLine): boolean {
  if (ADDRESS_WORDS.test(line.heading?.text ?? '')) return true
  for (let at: PageLine['block'] | null = line.block, up = 0; at && up < 4; at = at.parent, up += 1)
    if (at.tag === 'address' || ADDRESS_WORDS.test(at.attrs.class ?? '')) return true
  return false
}
