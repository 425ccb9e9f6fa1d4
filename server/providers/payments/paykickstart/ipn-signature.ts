import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '#server/platform/crypto/tokens.ts'

const SIGNATURES = new Set(['hash', 'verification_code'])
/** What PHP's trim removes, which is less than String.trim. */
const PHP_BLANKS = new Set([' ', '\t', '\n', '\r', '\0', '\v'])
/** PHP treats these as empty, but not "0.00". */
const isKept = (value: string): boolean => value !== '' && value !== '0'

function phpTrim(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && PHP_BLANKS.has(value.charAt(start))) start += 1
  while (end > start && PHP_BLANKS.has(value.charAt(end - 1))) end -= 1
  return value.slice(start, end)
}

/** Latin-1 without unsupported characters, as `iconv` with `//IGNORE`. */
const latin1 = (text: string): Buffer =>
  Buffer.from([...text].filter((letter) => (letter.codePointAt(0) ?? 0) <= 0xff).join(''), 'latin1')

const hmac = (secret: string, text: string | Buffer): string =>
  createHmac('sha1', secret).update(text).digest('hex')

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The signed fields of an IPN by name. Lists such as `licenses[]` are left out: their signing is undocumented. */
const signedFields = (form: URLSearchParams): [string, string][] =>
  [...form].filter(([name]) => !SIGNATURES.has(name) && !name.includes('['))

/** The current scheme: values sorted by name. It is published in two variants with different charsets. */
function currentHashes(form: URLSearchParams, secret: string): string[] {
  const text = signedFields(form)
    .map(([name, value]) => [name, phpTrim(value)] as const)
    .filter(([, value]) => isKept(value))
    .sort(([a], [b]) => byBytes(a, b))
    .map(([, value]) => value)
    .join('|')
  return [hmac(secret, text), hmac(secret, latin1(text))]
}

/** The older scheme: values sorted by their index as text: 0, 1, 10, 11, 2. */
function olderCode(form: URLSearchParams, secret: string): string {
  const values = signedFields(form).flatMap(([, value]) => (isKept(value) ? [value] : []))
  const order = values.map((value, at) => [String(at), value] as const).sort(([a], [b]) => byBytes(a, b))
  return hmac(secret, order.map(([, value]) => value).join('|'))
}

/** Whether an IPN is signed with this secret, in any scheme published by PayKickstart. */
export function isSignedIpn(form: URLSearchParams, secret: string): boolean {
  if (secret === '') return false
  const [hash, code] = ['hash', 'verification_code'].map((name) => form.get(name)?.toLowerCase() ?? '')
  return (
    currentHashes(form, secret).some((expected) => constantTimeEqual(expected, hash ?? '')) ||
    constantTimeEqual(olderCode(form, secret), code ?? '')
  )
}
