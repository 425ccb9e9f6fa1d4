import { Parser } from 'htmlparser2'

/** A folder's contents in one response. */
export interface Listing {
  folders: string[]
  files: string[]
}

/** One page of an S3 listing. */
export interface S3Page extends Listing {
  /** Token of the next page; null on the last. */
  next: string | null
}

const lastName = (path: string): string => path.replace(/\/$/, '').split('/').at(-1) ?? ''

/** Parses a `ListBucketResult`; null for other text. */
export function readS3Page(xml: string, prefix: string): S3Page | null {
  const page: S3Page = { folders: [], files: [], next: null }
  const open: string[] = []
  let isListing = false
  let [text, token, isTruncated] = ['', '', false]
  const parser = new Parser(
    {
      onopentag(name) {
        if (open.length === 0 && name === 'ListBucketResult') isListing = true
        open.push(name)
        text = ''
      },
      ontext(part) {
        text += part
      },
      onclosetag(name) {
        open.pop()
        const path = [...open.slice(1), name].join('/')
        if (path === 'CommonPrefixes/Prefix') page.folders.push(lastName(text))
        // The folder itself may be an object.
        if (path === 'Contents/Key' && text !== prefix && !text.endsWith('/')) page.files.push(lastName(text))
        if (path === 'IsTruncated') isTruncated = text.trim() === 'true'
        if (path === 'NextContinuationToken') token = text
        text = ''
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  if (!isListing) return null
  return { ...page, next: isTruncated && token ? token : null }
}

/** The entry name of a link in an index page, when it is directly in that folder. */
function nameBelow(href: string, folder: URL): { name: string; isFolder: boolean } | null {
  if (!URL.canParse(href, folder.href)) return null
  const target = new URL(href, folder)
  if (target.origin !== folder.origin || !target.pathname.startsWith(folder.pathname)) return null
  const rest = target.pathname.slice(folder.pathname.length)
  const [name = '', ...deeper] = rest.split('/')
  if (name === '' || deeper.some(Boolean)) return null
  try {
    return { name: decodeURIComponent(name), isFolder: deeper.length > 0 }
  } catch {
    return null
  }
}

/** Parses a web server's index page: its links. `folder` ends in a slash. */
export function readHtmlListing(html: string, folder: URL): Listing {
  const [folders, files] = [new Set<string>(), new Set<string>()]
  const parser = new Parser({
    onopentag(name, { href }) {
      const found = name === 'a' && href ? nameBelow(href, folder) : null
      if (found) (found.isFolder ? folders : files).add(found.name)
    },
  })
  parser.end(html)
  return { folders: [...folders], files: [...files] }
}
