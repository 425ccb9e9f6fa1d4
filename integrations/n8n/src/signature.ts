const LARGEST_AGE_S = 300

/** Header of a request; names are in lower case. */
type Headers = Record<string, string | string[] | undefined>

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

async function isSigned(signature: string, signed: string, secret: string): Promise<boolean> {
  try {
    const raw = fromBase64(secret.replace(/^whsec_/, ''))
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    return await crypto.subtle.verify('HMAC', key, fromBase64(signature), new TextEncoder().encode(signed))
  } catch {
    return false
  }
}

/** Whether a request comes from the server that knows the secret, and is not older than five minutes. */
export async function isGenuine(body: string, headers: Headers, secret: string): Promise<boolean> {
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  ) as [string, string, string]
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt || Number.NaN)) <= LARGEST_AGE_S)) return false
  for (const one of signatures.split(' '))
    if (one.startsWith('v1,') && (await isSigned(one.slice(3), `${id}.${sentAt}.${body}`, secret)))
      return true
  return false
}
