import { memoize } from '#server/platform/text/memoize.ts'
import type { PageElement } from './page-tree.ts'

/** Stand in a line's text for icons and class names that say what follows. Private characters: pages' own are taken out. */
export const PHONE_MARK = '\uE010'
export const FAX_MARK = '\uE011'
export const MOBILE_MARK = '\uE012'
/** Any private character; pages use them for icon fonts. */
export const PRIVATE_CHARACTERS = /[\uE000-\uF8FF]/g

const ICON_TAGS = new Set('i span em b img svg use div ion-icon iconify-icon mat-icon figure'.split(' '))
const FAX = /(?:^|[\s_-])(?:tele)?fax(?:$|[\s_-]|\d)/
/** A printer before a number is how icon sets without a fax machine show one. */
const PRINTER =
  /(?:^|[\s_-])(?:fa|fas|far|icon|bi|ti|la|mdi|uil|ri|bx|lni|icofont|lucide|feather|tabler-icon)-print(?:er)?(?:$|[\s_-](?:fill|alt|line|outline|icon)|\s)/
/** Icons only: on anything else the word is a button. */
const CALL = /(?:^|[\s_-])call(?:$|\s|[_-](?:icon|outline|fill|line|sharp|alt|1|2))/
const MOBILE_ICON =
  /(?:^|[\s_-])(?:(?:fa|icon|bi|ti|la|mdi|uil|ri|bx|lni|icofont|fi|pe-7s|lucide|feather)-(?:mobile|cellphone|smartphone|whatsapp)|mobile-phone|cellphone|cell-phone|smartphone|whatsapp)(?:$|[\s_-])/
const PHONE =
  /(?:^|[\s_-])(?:phone|phones|telephone|telefon|telefono|tel|earphone|handset|phone-?number|tel-?number)(?:$|[\s_-]|\d)/

/** The mark of an element whose class or icon names a kind of number; empty for all others. */
export function getIconMark({ tag, attrs }: PageElement): string {
  const names = attrs.class ?? ''
  if (!ICON_TAGS.has(tag)) return names === '' ? '' : readNamesMark(names)
  const icon = attrs.icon ?? attrs['data-icon'] ?? attrs['data-lucide'] ?? attrs['data-feather'] ?? attrs.name
  const file = readImageName(tag, attrs.src)
  if (names === '' && icon === undefined && file === '') return ''
  return readIconMark(`${names.slice(0, 300)} ${(icon ?? '').slice(0, 100)} ${file}`)
}

/** Elements share their classes with many others. */
const readNamesMark = memoize((names) => readMark(names.slice(0, 300).toLowerCase(), false))
const readIconMark = memoize((names) => readMark(names.toLowerCase(), true))

function readMark(names: string, isIcon: boolean): string {
  if (names.trim().length < 3) return ''
  if (FAX.test(names) || (isIcon && PRINTER.test(names))) return FAX_MARK
  if (MOBILE_ICON.test(names)) return MOBILE_MARK
  return PHONE.test(names) || (isIcon && CALL.test(names)) ? PHONE_MARK : ''
}

/** `icon-phone` of `/images/icon-phone.png?v=2`. */
function readImageName(tag: string, src: string | undefined): string {
  if (tag !== 'img' || !src || src.length > 300 || src.startsWith('data:')) return ''
  const name = /([^/?#]{1,40})\.(?:svg|png|gif|webp|jpe?g)(?:[?#]|$)/i.exec(src)?.[1] ?? ''
  return name.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, '-')
}
