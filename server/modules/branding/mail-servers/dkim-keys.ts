import { generateKeyPair, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import { DKIM_OVERLAP_DAYS, type DkimRecord } from '#contract/branding/mail-server.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { type DkimKeyRow, findKeys, lockKeys, markChecked, retireOthers } from './mail-servers-store.ts'

const generate = promisify(generateKeyPair)

/** Unambiguous characters of a selector. */
const LETTERS = 'abcdefghkmnpqrstuvwxyz23456789'

/** The date of the key, and four characters that distinguish keys of one day. */
function newSelector(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  const tail = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `m${day}${tail}`
}

/** The context a private key is sealed for. */
export const dkimContext = ({ account_id, domain, selector }: Omit<DkimRef, never>): string =>
  `dkim:${account_id}:${selector}._domainkey.${domain}`
type DkimRef = Pick<DkimKeyRow, 'account_id' | 'domain' | 'selector'>

/** A new 2048-bit RSA key; its private half is sealed at once. */
export async function newDkimKey(
  ref: Pick<DkimKeyRow, 'account_id' | 'domain'>,
  box: SecretBox,
  clock: Clock,
) {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const key = { ...ref, selector: newSelector(clock.now()) }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    ...key,
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    private_key_sealed: box.seal(pem, dkimContext(key)),
  }
}

export const recordName = ({ domain, selector }: Pick<DkimKeyRow, 'domain' | 'selector'>): string =>
  `${selector}._domainkey.${domain}`

export const presentKey = (key: DkimKeyRow): DkimRecord => ({
  domain: key.domain,
  selector: key.selector,
  name: recordName(key),
  value: `v=DKIM1; k=rsa; p=${key.public_key}`,
  state: key.state,
  created_at: key.created_at.toISOString(),
  retires_at: key.retires_at?.toISOString() ?? null,
})

/** Whether DNS publishes a key: `other` where its name has another record, `unknown` without an answer. */
export type DkimSeen = 'ours' | 'other' | 'none' | 'unknown'

export async function findKeyRecord(dns: Pick<DnsClient, 'txt'>, key: DkimKeyRow): Promise<DkimSeen> {
  const answer = await dns.txt(recordName(key))
  if (answer.kind === 'failed') return 'unknown'
  if (answer.kind === 'none') return 'none'
  const shown = answer.records.map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, ''))
  return shown.includes(key.public_key) ? 'ours' : 'other'
}

/**
 * Effects of a DNS check: a new key starts to sign once its record exists, and the previous one stays published
 * for a week. A key whose record is certainly gone stops signing.
 */
export const settleKey = (db: Db, key: DkimKeyRow, seen: DkimSeen): Promise<boolean> =>
  transaction(db, async () => {
    await lockKeys(db, key.account_id)
    const now = (await findKeys(db, key.account_id)).find(
      (item) => item.selector === key.selector && item.domain === key.domain,
    )
    if (!now || now.state === 'retiring') return false
    if (seen === 'ours' && now.state === 'pending') {
      await retireOthers(db, now, DKIM_OVERLAP_DAYS)
      await markChecked(db, now, 'active')
      return true
    }
    const lost = now.state === 'active' && (seen === 'none' || seen === 'other')
    await markChecked(db, now, lost ? 'pending' : now.state)
    return lost
  })

/** Whether this domain's signature is aligned with the sender: the same domain, or a parent (relaxed alignment). */
export const isAligned = (signing: string, sender: string): boolean => isHostBelow(sender, signing)

export const readDomain = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()
