import type { BounceKind } from '#contract/branding/mail-events.ts'
import { readRefusalKind } from './bounce-kind.ts'

/** A report's result for one recipient. */
export interface Report {
  recipient: string
  kind: BounceKind
  detail: string
}

const readFields = (group: string): Map<string, string> =>
  new Map(
    group
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const at = line.indexOf(':')
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : []
      }),
  )

const readAddress = (field: string): string =>
  field
    .replace(/^[^;]*;\s*/, '')
    .replace(/[<>]/g, '')
    .toLowerCase()

/**
 * Parses a delivery failure report (RFC 3464). Only its `message/delivery-status` part counts: quoted parts may
 * contain anything, including other reports. Delays and deliveries are ignored.
 */
export async function readReport(raw: Uint8Array): Promise<{ to: string[]; reports: Report[] }> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw as Uint8Array<ArrayBuffer>, {
    maxNestingDepth: 20,
    forceRfc822Attachments: true,
  })
  const status = mail.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const text = status ? new TextDecoder().decode(status.content as ArrayBuffer) : ''
  const reports = text.split(/\r?\n\r?\n/).flatMap((group): Report[] => {
    const fields = readFields(group)
    const recipient = fields.get('final-recipient') ?? fields.get('original-recipient')
    if (!recipient || fields.get('action')?.toLowerCase() !== 'failed') return []
    const detail = [fields.get('status'), fields.get('diagnostic-code')].filter(Boolean).join(' ')
    return [{ recipient: readAddress(recipient), kind: readRefusalKind(detail), detail }]
  })
  const to = mail.headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .flatMap(({ value }) => value.split(','))
    .map((text) => /<([^>]+)>/.exec(text)?.[1] ?? text.trim())
  return { to, reports }
}
