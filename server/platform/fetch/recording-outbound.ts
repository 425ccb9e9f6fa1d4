import { TextDecoder } from 'node:util'
import type { Outbound } from './outbound.ts'
import type { OutboundResponse } from './outbound-response.ts'

/** An HTML page as received: its URL and the beginning of its text. */
export interface RecordedPage {
  url: string
  html: string
}

const IS_HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i
const CHARSET = /charset\s*=\s*"?([\w.:-]+)/i

function decoderFor(contentType: string) {
  try {
    return new TextDecoder(CHARSET.exec(contentType)?.[1] ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

/** The same response, whose stream is recorded while it is read. */
function copied(response: OutboundResponse, record: (page: RecordedPage) => void, maxBytes: number) {
  async function* stream() {
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of response.stream()) {
        if (size < maxBytes) chunks.push(chunk)
        size += chunk.length
        yield chunk
      }
    } finally {
      const text = decoderFor(response.headers['content-type'] ?? '').decode(Buffer.concat(chunks))
      record({ url: response.url, html: text })
    }
  }
  return { ...response, stream }
}

/**
 * An outbound that records the HTML pages read through it, each up to `maxBytes`, as evidence of where a value was
 * found.
 */
export function recordPages(
  outbound: Outbound,
  maxBytes: number,
): { outbound: Outbound; pages: RecordedPage[] } {
  const pages: RecordedPage[] = []
  return {
    pages,
    outbound: {
      close: () => outbound.close(),
      async fetch(url, options) {
        const response = await outbound.fetch(url, options)
        const isPage = response.ok && IS_HTML.test(response.headers['content-type'] ?? '')
        return isPage ? copied(response, (page) => pages.push(page), maxBytes) : response
      },
    },
  }
}
