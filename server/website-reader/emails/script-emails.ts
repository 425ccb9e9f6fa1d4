import type { PageElement } from '../page/page-tree.ts'
import { decodeEntities, readWholeAddress } from './address-texts.ts'
import { decodePercents, decodeRot13 } from './decode-text.ts'
import {
  type AddressPart,
  getAddressPart,
  joinAddressParts,
  readDisguisedAddress,
} from './disguised-addresses.ts'
import type { EmailScan } from './email-scan.ts'
import { listRecipients, readMailtoTarget } from './mail-links.ts'
import { readScript, type ScriptReading } from './script-reader.ts'
import { readAddressAround } from './text-emails.ts'

/** Without one of these, a script holds no address in any form that is read. */
const ADDRESS_HINT =
  /@|%40|\\x40|\\u0040|#0{0,3}64|#x40|commat|mailto|znvygb|crypt|fromCharCode|atob\(|unescape\(|\.reverse\(|[[(]at[\])]/i
/** Where code puts texts together sign by sign, a hint only shows without the seams. */
const CONCATENATION = /(['"])\s{0,40}\+\s{0,40}(['"])/g
const MAX_JOINED_CHARS = 60_000
const CODE_TYPE = /^(?:$|module$|(?:text|application)\/(?:x-)?(?:java|ecma)script)/
const MAIL_NAME = /mail|contact|kontakt|addr|recipient|^to$/i
/** Functions that make a mail link of what they are given. */
const LINK_FUNCTION = /mail|contact|crypt|spam|mto$|addr|decode|deobf/i
/** Before the name of a value in data of the page: whose it is, the data does not say. */
const DATA_CONTEXT = 'data: '
const MAX_CODE = 500_000
const MAX_ENTRIES = 100_000

/** Addresses in the page's scripts: put together by code, or values of data. */
export function findInScripts(scan: EmailScan): void {
  let left = MAX_CODE
  for (const { type, text } of scan.page.scripts) {
    if (type.includes('ld+json') || !mayHoldAddress(text)) continue
    left -= text.length
    if (left < 0) return
    if (type.includes('json')) findInJson(scan, text)
    else if (CODE_TYPE.test(type)) findInCode(scan, text, null)
  }
}

const mayHoldAddress = (code: string): boolean =>
  ADDRESS_HINT.test(code) ||
  (code.length < MAX_JOINED_CHARS &&
    code.search(CONCATENATION) >= 0 &&
    ADDRESS_HINT.test(code.replace(CONCATENATION, '')))

/** Addresses in what an element does when it is clicked, and in `javascript:` links. */
export function findInHandlers(scan: EmailScan, element: PageElement): void {
  const { attrs } = element
  const href = attrs.href
  if (href && /^\s*javascript:/i.test(href)) findInCode(scan, decodePercents(href.trim().slice(11)), element)
  if (!element.scripted) return
  for (const name in attrs) {
    const code = attrs[name] ?? ''
    if (name.startsWith('on') && mayHoldAddress(code)) findInCode(scan, code, element)
    else if (name.startsWith('on') && LINK_FUNCTION.test(code)) findInCode(scan, code, element)
  }
}

function findInCode(scan: EmailScan, code: string, at: PageElement | null): void {
  const reading = readScript(code.slice(0, MAX_CODE))
  const add = (address: string | null, name = ''): void => {
    if (address) scan.add({ value: address, method: 'script', at, ...(!at && { context: name }) })
  }
  for (const { text, name, assembled } of reading.texts) readText(scan, text, name, assembled, add)
  for (const { name, args } of reading.calls) {
    if (!LINK_FUNCTION.test(name)) continue
    const [first = '', second, third] = args
    if (second === undefined) add(readDisguisedAddress(scan, first), name)
    else
      add(
        joinAddressParts(scan, { user: first, domain: second, suffix: third }) ??
          joinAddressParts(scan, { user: second, domain: first }) ??
          readDisguisedAddress(scan, first),
        name,
      )
  }
  add(joinVariables(scan, reading))
}

type Add = (address: string | null, name?: string) => void

function readText(scan: EmailScan, raw: string, name: string, assembled: boolean, add: Add): void {
  if (raw.length > 20_000) return
  const text = decodeEntities(raw.includes('znvygb:') ? decodeRot13(raw) : raw)
  const target = readMailtoTarget(text)
  if (target !== null && !/[<>]/.test(text))
    for (const address of listRecipients(scan, target)) add(address, name)
  const known = assembled || MAIL_NAME.test(name)
  // Markup between the parts of an address does not part them; its attributes may hold another.
  const plain = text.includes('<') ? text.replace(/<[^<>]{0,2000}>/g, '') : text
  for (const one of plain === text ? [text] : [text, plain]) {
    for (
      let sign = one.indexOf('@'), tries = 0;
      sign >= 0 && tries < 100;
      sign = one.indexOf('@', sign + 1), tries += 1
    ) {
      const match = readAddressAround(scan, one, sign)
      if (!match) continue
      const own = scan.addressReader.isOwnDomain(match.value.slice(match.value.lastIndexOf('@') + 1))
      const linked = /mailto:\s?$/i.test(one.slice(Math.max(0, match.start - 9), match.start))
      if (own || known || linked || raw !== text) add(match.value, name)
    }
  }
  if (known && text.length < 200 && !text.includes('@'))
    add(readWholeAddress(scan, decodePercents(text)), name)
}

/** Variables called user, domain and tld that code puts together where it cannot be followed. */
function joinVariables(scan: EmailScan, { variables }: ScriptReading): string | null {
  const parts: Partial<Record<AddressPart, string>> = {}
  for (const [name, value] of variables) {
    const part = typeof value === 'string' && name.length > 1 ? getAddressPart(name) : undefined
    if (part && typeof value === 'string') parts[part] ??= value
  }
  return joinAddressParts(scan, parts)
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
    address && scan.add({ value: address, method: 'script', at: null, context: `${DATA_CONTEXT}${name}` })
  const stack: { value: unknown; name: string }[] = [{ value: data, name: '' }]
  let entries = 0
  for (let entry = stack.pop(); entry && entries < MAX_ENTRIES; entry = stack.pop()) {
    entries += 1
    const { value, name } = entry
    if (typeof value === 'string') {
      if (ADDRESS_HINT.test(value) || MAIL_NAME.test(name)) readText(scan, value, name, false, add)
    } else if (Array.isArray(value)) for (const one of value) stack.push({ value: one, name })
    else if (value && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) stack.push({ value: one, name: key })
  }
}
