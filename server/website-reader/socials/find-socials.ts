import type { Method, SocialFinding, SourceStatus } from '../findings.ts'
import { isPlain, type PageElement, type PageTree } from '../page/page-tree.ts'
import { readElementStatus } from '../source-status/source-status.ts'
import { hasManyParties, isForeignItem } from '../structured/item-owner.ts'
import { getMetaContent } from '../structured/open-graph.ts'
import { isAboutOthers, isOrganisation } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { getTexts } from '../structured/structured-item.ts'
import { isNetworkHost, readProfile } from './read-profile.ts'

const MAX_FINDINGS = 2_000
/** Parameters in which embedded boxes name the profile they show. */
const EMBEDDED_BOX = /^https?:\/\/(?:www\.)?facebook\.com\/(?:v[\d.]+\/)?plugins\/(?:page|likebox)\.php\?/i

const BARE_NETWORK =
  /^\s*(?:www\.)?(?:[\w-]+\.)?(?:facebook|instagram|linkedin|twitter|youtube|tiktok|pinterest|xing)\.com\//i
/** Links that cannot lead to another host: to a place in the page, to a path, into another program. */
const OWN_SITE_LINK =
  /^(?:$|[#?]|\/(?:$|[\w.~%?#-])|[\w.~%-]+(?:$|[/?#])|(?:mailto|tel|sms|javascript|data):)/i

/** Every profile that a page links to, in order; one that is linked twice, twice. Never throws. */
export function findSocials(page: PageTree): SocialFinding[] {
  const found: SocialFinding[] = []
  const add = (
    href: string,
    isMe: boolean,
    at: PageElement | null,
    method: Method,
    status: () => SourceStatus,
  ): void => {
    const profile =
      found.length < MAX_FINDINGS && (isMe || !staysHome(href))
        ? readProfile(resolveUrl(href, page), isMe)
        : null
    if (profile && !isInTemplate(at))
      found.push({ network: profile.network, url: profile.written, at, method, status: status() })
  }
  const isProfileHost = isNetworkHost(URL.parse(page.base)?.hostname ?? '')
  const staysHome = (href: string): boolean =>
    !isProfileHost && OWN_SITE_LINK.test(href) && !BARE_NETWORK.test(href)
  addStructured(page, add)
  const site = getMetaContent(page, 'twitter:site')
  if (site && /^@?\w{2,20}$/.test(site))
    add(`https://twitter.com/${site.replace('@', '')}`, false, null, 'meta', () => 'frame')
  const publisher = getMetaContent(page, 'article:publisher')
  if (publisher) add(publisher, false, null, 'meta', () => 'frame')
  for (const element of page.elements) {
    if (isPlain(element)) continue
    const { tag, attrs } = element
    const isMe = attrs.rel !== undefined && /(?:^|\s)me(?:\s|$)/i.test(attrs.rel)
    if ((tag === 'a' || tag === 'area') && attrs.href)
      add(attrs.href, isMe, element, 'link', () => readLinkStatus(page, element))
    else if (tag === 'link' && isMe && attrs.href) add(attrs.href, true, element, 'meta', () => 'frame')
    else if (tag === 'iframe' && attrs.src && EMBEDDED_BOX.test(attrs.src))
      add(URL.parse(attrs.src)?.searchParams.get('href') ?? '', false, element, 'link', () =>
        readElementStatus(page, element),
      )
    else if (attrs['data-href'] && /(?:^|\s)fb-page(?:\s|$)/.test(attrs.class ?? ''))
      add(attrs['data-href'], false, element, 'link', () => readLinkStatus(page, element))
  }
  return found
}

function isInTemplate(at: PageElement | null): boolean {
  for (let node = at; node; node = node.parent) if (node.tag === 'template') return true
  return false
}

/** A block with the company's addresses may be one of its people's: only structured data makes a profile the company's for sure. */
function readLinkStatus(page: PageTree, element: PageElement): SourceStatus {
  const status = readElementStatus(page, element)
  return status === 'own' ? 'body' : status
}

type Add = (
  href: string,
  isMe: boolean,
  at: PageElement | null,
  method: Method,
  status: () => SourceStatus,
) => void

function addStructured(page: PageTree, add: Add): void {
  const items = readStructured(page)
  const crowd = hasManyParties(items)
  for (const item of items) {
    const links = [
      ...getTexts(item, 'sameAs'),
      ...(item.method === 'hcard' || item.method === 'vcard' ? getTexts(item, 'url') : []),
    ]
    const foreign = links.length > 0 && (isAboutOthers(item) || isForeignItem(item, page))
    const status: SourceStatus = foreign ? 'foreign' : isOrganisation(item) && !crowd ? 'own' : 'doubtful'
    for (const link of links) add(link, false, item.at, item.method, () => status)
  }
}

function resolveUrl(href: string, page: PageTree): string {
  const text = href.trim()
  if (/^(?:https?:)?\/\//i.test(text)) return text
  // "facebook.com/acme" without a scheme is meant as an address of that host.
  if (BARE_NETWORK.test(text)) return `https://${text}`
  return URL.parse(text, page.base)?.href ?? ''
}
