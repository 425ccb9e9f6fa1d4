import { LeadwrightError } from './error.ts'

export type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>

const LARGEST_AGE_S = 300

const readHeader = (headers: HeaderSource, name: string): string =>
  String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '')

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

const refuse = (message: string): never => {
  throw new LeadwrightError({ code: 'bad_signature', message })
}

/**
 * The JSON of a webhook's request, once its signature and its age are right.
 * @param body the raw body, before it is parsed
 * @param headers of the request, with lower-case names
 * @param secret of the webhook: `whsec_…`
 * @throws LeadwrightError `bad_signature`: answer 401
 */
export async function verifySignature(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
): Promise<unknown> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN)) <= LARGEST_AGE_S))
    refuse('The time of the request is missing, or more than five minutes away')
  const raw = fromBase64(secret.replace(/^whsec_/, '')) ?? refuse('The secret must begin with whsec_')
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const one of readHeader(headers, 'webhook-signature').split(' ')) {
    const signature = one.startsWith('v1,') ? fromBase64(one.slice(3)) : null
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return JSON.parse(text)
  }
  return refuse('No signature of the request fits the secret')
}
