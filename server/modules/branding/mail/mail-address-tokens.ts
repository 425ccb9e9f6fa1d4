import { createHmac, timingSafeEqual } from 'node:crypto'

/** 80 bits in lower case letters and digits: some mail servers change the case of addresses. */
const makeMac = (key: string, text: string): string =>
  createHmac('sha256', `${key}:mail-address`).update(text).digest('hex').slice(0, 20)

function isMac(mac: string, right: string): boolean {
  const [one, other] = [Buffer.from(mac), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** An unguessable bounce address for one mail. */
export const returnAddress = (key: string, mailId: number, domain: string): string =>
  `b.${mailId.toString(36)}.${makeMac(key, `bounce:${mailId}`)}@${domain}`

/** The mail of a bounce address; null for a foreign address. */
export function mailOfReturnAddress(key: string, address: string): number | null {
  const [, id, mac] =
    /^<?b\.([0-9a-z]{1,11})\.([0-9a-f]{20})@[^@\s]+$/i.exec(address.trim().toLowerCase()) ?? []
  if (!id || !mac) return null
  const mailId = Number.parseInt(id, 36)
  return Number.isSafeInteger(mailId) && isMac(mac, makeMac(key, `bounce:${mailId}`)) ? mailId : null
}

/** The content of an unsubscribe link. */
export interface Unsubscription {
  accountId: number
  category: string
  address: string
}

export function unsubscribeToken(key: string, { accountId, category, address }: Unsubscription): string {
  const text = Buffer.from(JSON.stringify([accountId, category, address.toLowerCase()])).toString('base64url')
  return `${text}.${makeMac(key, `unsubscribe:${text}`)}`
}

/** Null for a foreign token. */
export function readUnsubscribeToken(key: string, token: string): Unsubscription | null {
  const [text = '', mac = ''] = token.split('.')
  if (!isMac(mac, makeMac(key, `unsubscribe:${text}`))) return null
  const [accountId, category, address] = JSON.parse(Buffer.from(text, 'base64url').toString())
  return { accountId, category, address }
}

/** The signed part of a webhook URL that identifies the brand. */
export const eventToken = (key: string, accountId: number): string =>
  `${accountId.toString(36)}.${makeMac(key, `mail-events:${accountId}`)}`

/** Null for a foreign token. */
export function accountOfEventToken(key: string, token: string): number | null {
  const [, id, mac] = /^([0-9a-z]{1,11})\.([0-9a-f]{20})$/.exec(token) ?? []
  if (!id || !mac) return null
  const accountId = Number.parseInt(id, 36)
  return Number.isSafeInteger(accountId) && isMac(mac, makeMac(key, `mail-events:${accountId}`))
    ? accountId
    : null
}
