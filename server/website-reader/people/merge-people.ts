import type { PageFindings, PersonFinding } from '../findings.ts'
import { countValues, findMostCommon } from '../most-common.ts'
import type { Sighting, WebsitePerson } from '../website-report.ts'
import { classifyHeading } from './classify-section.ts'
import { readLabel } from './person-labels.ts'
import { cleanRole, isFormerRole, rateRole } from './read-role.ts'
import { areAlike, createNameKey, listLookupKeys, type NameKey, readInitial } from './same-person.ts'

/** One finding with where it stands. */
interface Mention {
  finding: PersonFinding
  key: NameKey
  url: string
  /** The page is in the main language of the website. */
  main: boolean
}

const MAX_NAME_CHARS = 120
/** Different names and addresses of one website beyond these are left out: joining them takes longer than linear. */
const MAX_DIFFERENT = 10_000

/**
 * Makes one person of all mentions of the same one: across pages, languages, spellings, orders, initials and familiar
 * forms. The same address makes two alike names one; the same family name alone does not.
 * - Role: of the main language first, then the one that is met often and says most, then the first.
 * - Staff: a label of an imprint says so; else not if any page counts them among those who left; else if any page says so.
 * - `phone` is still as written: reading it needs the country of the whole website.
 */
export function mergePeople(pages: readonly PageFindings[]): WebsitePerson[] {
  const language = findMainLanguage(pages)
  const mentions = limitPeople(pages).flatMap(({ page, people }) =>
    people.map((finding) => ({
      finding,
      key: createNameKey(finding.name),
      url: page.url,
      main: language === null || getBaseLanguage(page.lang) === language,
    })),
  )
  return groupMentions(mentions).map(toPerson)
}

/** Mentions with the same identity go to the same person. */
const getIdentity = ({ name, email }: PersonFinding): string => `${name}\n${email?.toLowerCase() ?? ''}`

/** The people of each page, without those that are new when there are enough. */
function limitPeople(pages: readonly PageFindings[]): { page: PageFindings; people: PersonFinding[] }[] {
  const seen = new Set<string>()
  return pages.map((page) => ({
    page,
    people: page.people.filter((finding) => {
      const identity = getIdentity(finding)
      if (seen.size < MAX_DIFFERENT) seen.add(identity)
      return seen.has(identity)
    }),
  }))
}

/** The language of most pages; of the first page where several are as common. */
const findMainLanguage = (pages: readonly PageFindings[]): string | null =>
  findMostCommon(pages.flatMap(({ lang }) => getBaseLanguage(lang) ?? []))

const getBaseLanguage = (lang: string | null): string | null => lang?.split(/[-_]/)[0] || null

function groupMentions(mentions: readonly Mention[]): Mention[][] {
  const groups: Mention[][] = []
  const byKey = new Map<string, Mention[][]>()
  const later: Mention[] = []
  const byIdentity = new Map<string, Mention[]>()
  /** Joins a mention as an equal one before it, or as `joinGroup` says: pages repeat the same people a lot. */
  const place = (mention: Mention, join: () => Mention[]): void => {
    const identity = getIdentity(mention.finding)
    const known = byIdentity.get(identity)
    if (known) known.push(mention)
    else byIdentity.set(identity, join())
  }
  for (const mention of mentions) {
    if (readInitial(mention.key)) later.push(mention)
    else place(mention, () => joinGroup(mention, groups, byKey))
  }
  // "J. Sample" is the one person whose first name begins so, or nobody's short form.
  for (const mention of later)
    place(mention, () => {
      const { letter, last } = readInitial(mention.key) as { letter: string; last: string }
      const fits = groups.filter((group) =>
        group.some(({ key }) => key.words[0]?.startsWith(letter) && key.words.at(-1) === last),
      )
      const [only, second] = fits
      if (!only || second) return joinGroup(mention, groups, byKey)
      only.push(mention)
      return only
    })
  return groups
}

/** Puts a mention to the group that it belongs to, a new one when there is none. */
function joinGroup(mention: Mention, groups: Mention[][], byKey: Map<string, Mention[][]>): Mention[] {
  const { finding, key } = mention
  const keys = listLookupKeys(key)
  const address = finding.email?.toLowerCase()
  const known =
    keys
      .flatMap((one) => byKey.get(one) ?? [])
      .find((group) => group.every((other) => areAlike(other.key, key)) && !isNamesake(group, address)) ??
    (address
      ? byKey.get(address)?.find((group) => group.some((other) => haveCommonWord(other.key, key)))
      : undefined)
  const group = known ?? []
  if (!known) groups.push(group)
  group.push(mention)
  for (const one of address ? [...keys, address] : keys) {
    const list = byKey.get(one) ?? []
    if (!list.includes(group)) byKey.set(one, [...list, group])
  }
  return group
}

/** Namesakes with different addresses on one page are two people. */
function isNamesake(group: readonly Mention[], address: string | undefined): boolean {
  if (!address) return false
  const others = group.flatMap(({ finding }) => finding.email?.toLowerCase() ?? [])
  return others.length > 0 && !others.includes(address) && new Set(others).size > 2
}

const haveCommonWord = (a: NameKey, b: NameKey): boolean =>
  a.words.some((word) => word.length > 1 && b.words.includes(word)) ||
  a.words.every((word, index) => b.words[index]?.[0] === word[0])

function toPerson(group: Mention[]): WebsitePerson {
  const byLanguage = [...group.filter(({ main }) => main), ...group.filter(({ main }) => !main)]
  const best = chooseRole(byLanguage)
  const findings = byLanguage.map(({ finding }) => finding)
  return {
    name: chooseName(byLanguage, best?.name ?? null)
      .slice(0, MAX_NAME_CHARS)
      .trim(),
    role: best?.role ? cleanRole(best.role) : null,
    section:
      findings.find(({ role, section }) => role === best?.role && isStaffSection(section))?.section ??
      best?.section ??
      findings.find(({ section }) => section)?.section ??
      null,
    email: findMostCommon(findings.flatMap(({ email }) => email?.toLowerCase() ?? [])),
    phone: findings.find(({ phone }) => phone)?.phone ?? null,
    socials: [...new Set(findings.flatMap(({ socials }) => socials))],
    staff: isStaffMember(findings),
    sources: listSightings(group),
  }
}

/** First the mentions of the main language, then the others; among them the role that says most. */
function chooseRole(mentions: readonly Mention[]): PersonFinding | null {
  const counts = countValues(mentions.flatMap(({ finding }) => finding.role || []))
  let best: Mention | null = null
  let points = 0
  for (const mention of mentions) {
    const { role } = mention.finding
    if (!role) continue
    const own = scoreRole(role) + 3 * Math.min(counts.get(role) ?? 0, 5) + (mention.main ? 1_000 : 0)
    if (own > points) {
      best = mention
      points = own
    }
  }
  return best?.finding ?? null
}

/** Words that name a position, then more of them; labels that only introduce somebody say least. */
function scoreRole(role: string): number {
  if (readLabel(role)?.label?.role === false) return 1
  const words = Math.min(role.split(/\s+/).length, 9)
  return (rateRole(role) > 0 ? 100 : 10) + words
}

/** The fullest spelling: more words, marks kept, no initials; the most common, then the first among equals. */
function chooseName(mentions: readonly Mention[], besideRole: string | null): string {
  const counts = countValues(mentions.map(({ finding }) => finding.name))
  const points = (name: string): number => {
    const words = name.split(/\s+/)
    const initials = words.filter((word) => /^\p{L}\.?$/u.test(word)).length
    const marks = /[^\p{ASCII}]/u.test(name) ? 5 : 0
    return (
      (words.length - initials) * 10 +
      marks -
      initials +
      Math.min(counts.get(name) ?? 0, 3) +
      (name === besideRole ? 4 : 0)
    )
  }
  return [...counts.keys()].reduce((best, name) => (points(name) > points(best) ? name : best))
}

const isStaffSection = (section: string | null): boolean =>
  section !== null && classifyHeading(section) === 'staff'

function isStaffMember(findings: readonly PersonFinding[]): boolean {
  const labelled = (finding: PersonFinding): boolean =>
    finding.staff && finding.method === 'section' && readLabel(finding.role ?? '')?.label?.contact === false
  if (findings.some(labelled)) return true
  const left = ({ section, role, staff }: PersonFinding): boolean =>
    !staff &&
    ((section !== null && classifyHeading(section) === 'left') || (role !== null && isFormerRole(role)))
  return !findings.some(left) && findings.some(({ staff }) => staff)
}

function listSightings(group: readonly Mention[]): Sighting[] {
  const seen = new Map<string, Sighting>()
  for (const { url, finding } of group) seen.set(`${url} ${finding.method}`, { url, method: finding.method })
  return [...seen.values()]
}
