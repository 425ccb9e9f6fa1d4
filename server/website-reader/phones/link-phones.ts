import { readPhones } from '#server/platform/text/read-phone.ts'
import { decodeUri } from '../decode-uri.ts'
import type { PhoneFinding } from '../findings.ts'
import { getElementText } from '../page/element-text.ts'
import { FAX_MARK, getIconMark, MOBILE_MARK } from '../page/icon-marks.ts'
import { isPlain, type PageElement, type PageTree } from '../page/page-tree.ts'
import { readElementStatus } from '../source-status/source-status.ts'
import { normaliseDigits } from './digit-runs.ts'
import { hasOtherForm, isDummyNumber } from './other-numbers.ts'
import { readPhoneLabel } from './phone-label.ts'

const PHONE_LINK = /^\s*(?:tel\.?|telefon|phone|callto|call|sms|fax|whatsapp):(?:\/\/)?([^?]{3,80})/i
/** Other programs that call or write to a number. */
const PROGRAM_LINK =
  /^\s*(?:viber:\/\/(?:chat|add|contact)\/?\?number=(?:\+|%2B)?|skype:\+|sip:\+|(?:https?:)?\/\/t\.me\/\+|signal:\/\/signal\.me\/#p\/\+|(?:https?:)?\/\/signal\.me\/#p\/\+)(\d{8,15})(?![\w-])/i
/** In what an element does when it is clicked. */
const TEL_CALL = /["'`]tel:(\+?[\d ()/.-]{5,25})["'`]/i
const HANDLERS = ['onclick', 'data-href', 'data-url', 'data-link']
const WHATSAPP =
  /^\s*(?:https?:)?\/\/(?:wa\.me\/\+?(\d{7,15})(?:[/?#]|$)|(?:api|web)\.whatsapp\.com\/send\/?\?(?:[^#]{0,200}&)?phone=(?:\+|%2B)?(\d{7,15}))/i
const DATA_ATTRIBUTES = ['data-phone', 'data-tel', 'data-telephone', 'data-phone-number', 'data-phonenumber']
const MAX_LINKS = 2_000

/**
 * Numbers behind links and in attributes. Where a link and its words name different numbers, the visible one counts
 * if it is valid: people check what they see, and links are copied from elsewhere.
 */
export function findLinkPhones(page: PageTree): PhoneFinding[] {
  const found: PhoneFinding[] = []
  for (const element of page.elements) {
    if (found.length >= MAX_LINKS) break
    if (isPlain(element)) continue
    const finding = readPhoneLink(element) ?? readPhoneAttributes(element) ?? readPhoneHandler(element)
    if (finding && !isDummyNumber(finding.raw) && !hasOtherForm(finding.raw) && isShown(element))
      found.push({ ...finding, status: readElementStatus(page, element) })
  }
  return found
}

function isShown(element: PageElement): boolean {
  for (let node: PageElement | null = element; node; node = node.parent) if (node.hidden) return false
  return true
}

function readPhoneLink(element: PageElement): PhoneFinding | null {
  const href = element.tag === 'a' || element.tag === 'area' ? element.attrs.href : undefined
  if (!href) return null
  const chat = WHATSAPP.exec(href)
  const inChat = chat?.[1] ?? chat?.[2]
  if (inChat) return { raw: `+${inChat}`, method: 'link', at: element, kind: 'mobile', label: 'WhatsApp' }
  const program = PROGRAM_LINK.exec(href)?.[1]
  if (program) return { raw: `+${program}`, method: 'link', at: element, kind: 'mobile', label: '' }
  const written = PHONE_LINK.exec(href)?.[1]
  if (!written) return null
  const linkedNumber = repairNumber(decodeUri(written))
  if (linkedNumber.replace(/\D/g, '').length < 5) return null
  const words = getElementText(element).slice(0, 120)
  const label = readPhoneLabel(words)
  const shown = normaliseDigits(words)
    .match(/[+(]{0,2}\d[\d ()[\]./-]{5,40}/)?.[0]
    .trim()
  const kind = classifyPhone(href, words, element)
  const text = label && label.kind !== 'none' ? label.words : shown || words.length > 40 ? '' : words
  if (shown && isValidBeside(shown, linkedNumber))
    return { raw: shown, method: 'text', at: element, kind, label: text }
  return { raw: linkedNumber, method: 'tel_link', at: element, kind, label: text }
}

function classifyPhone(href: string, words: string, element: PageElement): PhoneFinding['kind'] {
  const parent = element.parent
  const marks = getIconMark(element) + (parent && parent.children.length < 6 ? getIconMark(parent) : '')
  const named = readPhoneLabel(words)?.kind
  if (/^\s*fax:/i.test(href) || named === 'fax' || marks.includes(FAX_MARK)) return 'fax'
  return /^\s*whatsapp:/i.test(href) || named === 'mobile' || marks.includes(MOBILE_MARK) ? 'mobile' : 'phone'
}

function readPhoneAttributes(element: PageElement): PhoneFinding | null {
  if (!element.scripted) return null
  for (const name of DATA_ATTRIBUTES) {
    const value = element.attrs[name]
    if (!value || value.length > 40 || !/^[\s+(]{0,3}\d[\d ()./-]{5,30}$/.test(value)) continue
    return { raw: value.trim(), method: 'link', at: element, kind: 'phone', label: '' }
  }
  return null
}

/** A number that a click calls: `onclick="location.href='tel:…'"`, `data-href="tel:…"`, `href="javascript:…"`. */
function readPhoneHandler(element: PageElement): PhoneFinding | null {
  const { attrs } = element
  for (const name of HANDLERS) {
    const value = attrs[name]
    if (!value || value.length > 300 || !value.includes('tel:')) continue
    const raw = (TEL_CALL.exec(value)?.[1] ?? PHONE_LINK.exec(value)?.[1])?.trim()
    if (raw)
      return {
        raw: repairNumber(decodeUri(raw)),
        method: 'tel_link',
        at: element,
        kind: 'phone',
        label: '',
      }
  }
  const raw = attrs.href?.startsWith('javascript:') ? TEL_CALL.exec(attrs.href.slice(0, 300))?.[1] : undefined
  return raw ? { raw: repairNumber(raw), method: 'tel_link', at: element, kind: 'phone', label: '' } : null
}

/** Whether the visible number is another than the link's, and valid in the link's country. */
function isValidBeside(shown: string, linkedNumber: string): boolean {
  const end = (text: string) => text.replace(/\D/g, '').slice(-6)
  if (end(shown) === end(linkedNumber)) return false
  const country = readPhones(linkedNumber, null)[0]?.country ?? null
  return readPhones(shown, country).length > 0
}

/** "+030 …" and "+0049 …" are no numbers of any country: what was meant stands behind the plus. */
function repairNumber(number: string): string {
  return number
    .replace(/;ext=/i, ' ext. ')
    .replace(/;.*$/, '')
    .replace(/^\s*\+\s?00(?=[1-9])/, '+')
    .replace(/^\s*\+\s?(?=0)/, '')
    .trim()
}
