import type { PageElement } from '../page/page-tree.ts'
import { readWholeAddress } from './address-texts.ts'
import type { EmailScan } from './email-scan.ts'

/** Meta elements that name whom to write to; other names only tell who made the page. */
const META_OF_OWNER =
  /^(?:e-?mail|contact|reply-to|og:email|business:contact_data:email|contact:email|place:email|dc\.publisher\.address|web_author_email)$/i
const META_OF_AUTHOR =
  /^(?:author|dc\.creator|dc\.publisher|publisher|owner|designer|copyright|twitter:creator)$/i

/** Addresses in form fields that show or send to them, and in meta elements. Examples in empty fields do not count. */
export function findInFields(scan: EmailScan, element: PageElement): void {
  const { tag, attrs } = element
  if (tag === 'meta') findInMeta(scan, element)
  const value = attrs.value
  if (!value?.includes('@')) return
  const address = readWholeAddress(scan, value)
  if (!address) return
  const own = scan.addressReader.isOwnDomain(address.slice(address.lastIndexOf('@') + 1))
  // What a visitor may type over is an example, unless it is the company's own.
  const shown =
    tag === 'option' || tag === 'data' || attrs.readonly !== undefined || attrs.disabled !== undefined
  if (own || shown) scan.add({ value: address, method: shown ? 'text' : 'meta', at: element })
}

function findInMeta(scan: EmailScan, element: PageElement): void {
  const name = element.attrs.name ?? element.attrs.property ?? element.attrs['http-equiv'] ?? ''
  const content = element.attrs.content
  if (!content || content.length > 300) return
  const ofOwner = META_OF_OWNER.test(name)
  if (!ofOwner && !META_OF_AUTHOR.test(name)) return
  const address = readWholeAddress(
    scan,
    /<([^<>]+@[^<>]+)>/.exec(content)?.[1] ?? /\S{1,64}@\S{4,200}/.exec(content)?.[0] ?? content,
  )
  if (address && (ofOwner || scan.addressReader.isOwnDomain(address.slice(address.lastIndexOf('@') + 1))))
    scan.add({ value: address, method: 'meta', at: element })
}
