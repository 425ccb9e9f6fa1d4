import { createHmac } from 'node:crypto'
import { startVendorDouble, type VendorDouble } from './vendor-double.ts'

const hmac = (secret: string, text: Buffer): string => createHmac('sha1', secret).update(text).digest('hex')

/** Signs a notification in one of the three ways that PayKickstart has published. */
export function signIpn(
  form: URLSearchParams,
  secret: string,
  scheme: 'plain' | 'latin1' | 'older' = 'plain',
): URLSearchParams {
  const signed = new URLSearchParams(form)
  if (scheme === 'older') {
    const values = [...form.values()].filter((value) => value !== '' && value !== '0')
    const order = values.map((_value, at) => String(at)).toSorted()
    const text = order.map((at) => values[Number(at)]).join('|')
    signed.set('verification_code', hmac(secret, Buffer.from(text)))
    return signed
  }
  const trimmed = [...form].map(([name, value]) => [
    Buffer.from(name),
    value.replace(/^[ \t\n\r\0\v]*|[ \t\n\r\0\v]*$/g, ''),
  ]) as [Buffer, string][]
  const text = trimmed
    .filter(([, value]) => value !== '' && value !== '0')
    .toSorted(([a], [b]) => a.compare(b))
    .map(([, value]) => value)
    .join('|')
  const letters = Array.from(text).filter((letter) => scheme === 'plain' || letter < '\u0100')
  signed.set('hash', hmac(secret, Buffer.from(letters.join(''), scheme === 'plain' ? 'utf8' : 'latin1')))
  return signed
}
