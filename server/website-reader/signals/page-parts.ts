import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import type { PageElement, PageTree } from '../page/page-tree.ts'

/** Whether a host is one of these or below it. */
export const isHost = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => isHostBelow(host, one))

export const hostOf = (href: string, base?: string): string => URL.parse(href, base)?.hostname ?? ''

/** Fields by the form around them, found once for all: a page may have thousands of both. */
const fieldsByPage = new WeakMap<PageTree, Map<PageElement, PageElement[]>>()

function sortFields(page: PageTree): Map<PageElement, PageElement[]> {
  const byForm = new Map<PageElement, PageElement[]>()
  for (const field of page.elements) {
    if (field.tag !== 'textarea' && field.tag !== 'input') continue
    let form: PageElement | null = field.parent
    while (form && form.tag !== 'form') form = form.parent
    if (!form) continue
    const known = byForm.get(form)
    if (known) known.push(field)
    else byForm.set(form, [field])
  }
  return byForm
}

/** The fields of a form in which one writes. */
export function listFields(page: PageTree, form: PageElement): readonly PageElement[] {
  const known = fieldsByPage.get(page) ?? sortFields(page)
  fieldsByPage.set(page, known)
  return known.get(form) ?? []
}

/** What names a field. */
export const nameOf = ({ attrs }: PageElement): string =>
  `${attrs.name ?? ''} ${attrs.id ?? ''} ${attrs.placeholder ?? ''}`

export const isEmailField = (field: PageElement): boolean =>
  field.tag === 'input' && (field.attrs.type === 'email' || /e-?mail|correo|courriel/i.test(nameOf(field)))
