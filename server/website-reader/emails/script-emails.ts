import type { PageElement } from '../page/page-tree.ts'
import { decodedEntities, wholeAddress } from './address-texts.ts'
import { disguisedAddress, joinedAddress, partOf } from './disguises.ts'
import type { EmailScan } from './email-scan.ts'
import { rot13, unescaped } from './encodings.ts'
import { linkTarget, mailtoAddresses } from './mail-links.ts'
import { readScript, type ScriptReading } from './script-reader.ts'
import { addressAround } from './text-emails.ts'

/** Without one of these, a script holds no address in any form that is read. */
const HINT =
  /@|%40|\\x40|\\u0040|#0{0,3}64|#x40|commat|mailto|znvygb|crypt|fromCharCode|atob\(|unescape\(|\.reverse\(|[[(]at[\])]/i
/** Where code puts texts together sign by sign, a hint only shows without the seams. */
const SEAM = /(['"])\s{0,40}\+\s{0,40}(['"])/g
const MAX_SEAMED = 60_000
const CODE_TYPE = /^(?:$|module$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/
const MAILISH = /mail|contact|kontakt|addr|recipient|^to$/i
/** Functions that make a mail link of what they are given. */
const MAKES_LINK = /mail|contact|crypt|spam|mto$|addr|decode|deobf/i
/** Before the name of a value in data of the page: whose it is, the data does not say. */
const DATA_CONTEXT = 'data: '
const MAX_CODE = 500_000
const MAX_ENTRIES = 100_000

/** Addresses in the page's scripts: put together by code, or values of data. */
export function findInScripts(scan: EmailScan): void {
  let left = MAX_CODE
  for (const { type, text } of scan.page.scripts) {
    if (type.includes('ld+json') || !mayHold(text)) continue
    left -= text.length
    if (left < 0) return
    if (type.includes('json')) findInJson(scan, text)
    else if (CODE_TYPE.test(type)) findInCode(scan, text, null)
  }
}

const mayHold = (code: string): boolean =>
  HINT.test(code) || (code.length < MAX_SEAMED && code.search(SEAM) >= 0 && HINT.test(code.replace(SEAM, '')))

/** Addresses in what an element does when it is clicked, and in `javascript:` links. */
export function findInHandlers(scan: EmailScan, element: PageElement): void {
  const { attrs } = element
  const href = attrs.href
  if (href && /^\s*javascript:/i.test(href)) findInCode(scan, unescaped(href.trim().slice(11)), element)
  if (!element.scripted) return
  for (const name in attrs) {
    const code = attrs[name] ?? ''
    if (name.startsWith('on') && mayHold(code)) findInCode(scan, code, element)
    else if (name.startsWith('on') && MAKES_LINK.test(code)) findInCode(scan, code, element)
  }
}

function findInCode(scan: EmailScan, code: string, at: PageElement | null): void {
  const reading = readScript(code.slice(0, MAX_CODE))
  const add = (address: string | null, name = ''): void => {
    if (address) scan.add(address, 'script', at, at ? undefined : name)
  }
  for (const { text, name, assembled } of reading.texts) readText(scan, text, name, assembled, add)
  for (const { name, args } of reading.calls) {
    if (!MAKES_LINK.test(name)) continue
    const [first = '', second, third] = args
    if (second === undefined) add(disguisedAddress(scan, first), name)
    else
      add(
        joinedAddress(scan, first, second, third) ??
          joinedAddress(scan, second, first) ??
          disguisedAddress(scan, first),
        name,
      )
  }
  add(fromVariables(scan, reading))
}

type Add = (address: string | null, name?: string) => void

function readText(scan: EmailScan, raw: string, name: string, assembled: boolean, add: Add): void {
  if (raw.length > 20_000) return
  const text = decodedEntities(raw.includes('znvygb:') ? rot13(raw) : raw)
  const target = linkTarget(text)
  if (target !== null && !/[<>]/.test(text))
    for (const address of mailtoAddresses(scan, target)) add(address, name)
  const known = assembled || MAILISH.test(name)
  // Markup between the parts of an address does not part them; its attributes may hold another.
  const plain = text.includes('<') ? text.replace(/<[^<>]{0,2000}>/g, '') : text
  for (const one of plain === text ? [text] : [text, plain]) {
    for (
      let sign = one.indexOf('@'), tries = 0;
      sign >= 0 && tries < 100;
      sign = one.indexOf('@', sign + 1), tries += 1
    ) {
      const match = addressAround(scan, one, sign)
      if (!match) continue
      const own = scan.judge.isOwn(match.value.slice(match.value.lastIndexOf('@') + 1))
      const linked = /mailto:\s?$/i.test(one.slice(Math.max(0, match.start - 9), match.start))
      if (own || known || linked || raw !== text) add(match.value, name)
    }
  }
  if (known && text.length < 200 && !text.includes('@')) add(wholeAddress(scan, unescaped(text)), name)
}

/** Variables called user, domain and tld that code puts together where it cannot be followed. */
function fromVariables(scan: EmailScan, { variables }: ScriptReading): string | null {
  const parts: Partial<Record<'user' | 'domain' | 'suffix', string>> = {}
  for (const [name, value] of variables) {
    const part = typeof value === 'string' && name.length > 1 ? partOf(name) : undefined
    if (part && typeof value === 'string') parts[part] ??= value
  }
  return parts.user && parts.domain ? joinedAddress(scan, parts.user, parts.domain, parts.suffix) : null
}

/** Values of JSON that are addresses; those of others only under a name that tells so. */
function findInJson(scan: EmailScan, text: string): void {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    findInCode(scan, text, null)
    return
  }
  const add: Add = (address, name = '') =>
    address && scan.add(address, 'script', null, `${DATA_CONTEXT}${name}`)
  const stack: { value: unknown; name: string }[] = [{ value: data, name: '' }]
  let entries = 0
  for (let entry = stack.pop(); entry && entries < MAX_ENTRIES; entry = stack.pop()) {
    entries += 1
    const { value, name } = entry
    if (typeof value === 'string') {
      if (HINT.test(value) || MAILISH.test(name)) readText(scan, value, name, false, add)
    } else if (Array.isArray(value)) for (const one of value) stack.push({ value: one, name })
    else if (value && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) stack.push({ value: one, name: key })
  }
}
