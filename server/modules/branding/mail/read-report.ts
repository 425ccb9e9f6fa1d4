import type { BounceKind } from '#contract/branding/mail-events.ts'

/** A report's result for one recipient. */
export interface Report {
  recipient: string
  kind: BounceKind
  detail: string
}

const fieldsOf = (group: string): Map<string, string> =>
  new Map(
    group
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const at = line.indexOf(':')
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : []
      }),
  )

/**
 * The meaning of an enhanced status (RFC 3463): 5.1.x no such address, 5.7.x the sender is rejected, everything
 * else may be temporary, such as a full mailbox. A plain 550 or 553 at the recipient is about the address.
 */
export function bounceKindOf(status: string): BounceKind {
  const [, major, subject] = /\b([245])\.(\d{1,3})\.\d{1,3}\b/.exec(status) ?? []
  if (subject === '7') return 'sender'
  if (major === '5' && subject === '1') return 'hard'
  return major === undefined && /^55[013]\b/.test(status) ? 'hard' : 'soft'
}

const addressOf = (field: string): string =>
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
    const fields = fieldsOf(group)
    const recipient = fields.get('final-recipient') ?? fields.get('original-recipient')
    if (!recipient || fields.get('action')?.toLowerCase() !== 'failed') return []
    const detail = [fields.get('status'), fields.get('diagnostic-code')].filter(Boolean).join(' ')
    return [{ recipient: addressOf(recipient), kind: bounceKindOf(fields.get('status') ?? ''), detail }]
  })
  const to = mail.headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .flatMap(({ value }) => value.split(','))
    .map((text) => /<([^>]+)>/.exec(text)?.[1] ?? text.trim())
  return { to, reports }
}
