import type { PageElement } from '../page-tree.ts'

/** Stand in a line's text for icons and class names that say what follows. Private characters: pages' own are taken out. */
export const PHONE_MARK = '\uE010'
export const FAX_MARK = '\uE011'
export const MOBILE_MARK = '\uE012'
/** Any private character; pages use them for icon fonts. */
export const PRIVATE_CHARACTERS = /[\uE000-\uF8FF]/g

const ICON_TAG = /^(?:i|span|em|b|img|use|div|ion-icon|iconify-icon|mat-icon|figure)$/
const FAX = /(?:^|[\s_-])(?:tele)?fax(?:$|[\s_-]|\d)/
const MOBILE_ICON =
  /(?:^|[\s_-])(?:(?:fa|icon|bi|ti|la|mdi|uil|ri|bx|lni|icofont|fi|pe-7s)-(?:mobile|cellphone|smartphone|whatsapp)|mobile-phone|cellphone|cell-phone|smartphone|whatsapp)(?:$|[\s_-])/
const PHONE =
  /(?:^|[\s_-])(?:phone|phones|telephone|telefon|telefono|tel|earphone|handset|phone-?number|tel-?number)(?:$|[\s_-]|\d)/

/** The mark of an element whose class or icon names a kind of number; empty for all others. */
export function markOf({ tag, attrs }: PageElement): string {
  const names = (attrs.class ?? '').toLowerCase().slice(0, 300)
  const icon = ICON_TAG.test(tag)
    ? `${names} ${(attrs.icon ?? attrs.name ?? '').toLowerCase().slice(0, 100)}`
    : names
  if (icon.length < 3) return ''
  if (FAX.test(icon)) return FAX_MARK
  if (MOBILE_ICON.test(icon)) return MOBILE_MARK
  return PHONE.test(icon) ? PHONE_MARK : ''
}
