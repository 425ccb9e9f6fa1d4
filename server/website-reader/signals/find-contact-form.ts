import { getElementText } from '../page/element-text.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hostOf, isEmailField, isHost, listFields, nameOf } from './page-parts.ts'
import { FORM_HOSTS } from './signal-rules.ts'

const NAME_FIELD =
  /\b(?:your-?)?(?:name|vorname|nachname|nom|nombre|nome|naam)\b|(?:first|last|full|contact|user)[ _-]?name/i
/** Forms with an email and a name that are for something else than writing. */
const OTHER_FORMS =
  /comment|checkout|newsletter|subscri|mailing|sign-?up|search|regist|donat|login|reservation|directions/i

const MAX_FORM_CHARS = 1000

/** A form in which one writes: a field for a message, or an email beside a name; not a search, a sign-in or a newsletter. */
export function findContactForm(page: PageTree, files: readonly string[]): string | undefined {
  const service = [...files, ...page.links.map(({ href }) => href)].find((one) =>
    isHost(hostOf(one, page.base), FORM_HOSTS),
  )
  if (service) return service
  for (const form of page.elements.filter(({ tag }) => tag === 'form')) {
    const fields = listFields(page, form)
    if (fields.some(({ attrs }) => attrs.type === 'password')) continue
    const hasMessage = fields.some(
      ({ tag, attrs }) => tag === 'textarea' && !/recaptcha/i.test(attrs.name ?? ''),
    )
    const isFilled = fields.some(isEmailField) && fields.some((field) => NAME_FIELD.test(nameOf(field)))
    const words = hasMessage ? '' : getElementText(form).slice(0, MAX_FORM_CHARS)
    const names = fields.map(({ attrs }) => attrs.value ?? '').join(' ')
    const own = `${form.attrs.id ?? ''} ${form.attrs.class ?? ''} ${form.attrs.action ?? ''}`
    const isOther = hasMessage ? /comment/i.test(own) : OTHER_FORMS.test(`${own} ${names} ${words}`)
    if (!isOther && (hasMessage || isFilled)) return `<form action="${form.attrs.action ?? ''}">`
  }
  return undefined
}
