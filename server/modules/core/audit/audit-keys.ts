import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import type { Db } from '#server/platform/db/db.ts'

/** What is signed, with its version; a MAC of one kind is never valid for another. */
type Signed = 'entry 1' | 'checkpoint 1' | 'seal 1' | 'verified 1'

export interface Signature {
  /** 8 bytes that name the key. */
  key_id: Buffer
  /** HMAC-SHA256, 32 bytes. */
  mac: Buffer
}

/** Signs and verifies the audit log. */
export interface AuditKeys {
  sign(kind: Signed, hash: Buffer): Signature
  check(kind: Signed, hash: Buffer, signature: Signature): 'valid' | 'invalid' | 'unknown key'
  /** Ed25519, for exported heads: anybody can verify them with the public key (32 bytes). */
  signHead(message: Buffer): { signature: Buffer; publicKey: Buffer }
  checkHead(message: Buffer, signature: Buffer): boolean
}

const KEY_ID_BYTES = 8

/** DER prefix of an Ed25519 private key before its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

function headKeys(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'audit head v1', 32))
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  return { key, publicKey: createPublicKey(key) }
}

function derive(secret: string) {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'audit log v1', 32))
  const id = createHash('sha256').update('audit key id').update(bytes).digest().subarray(0, KEY_ID_BYTES)
  return { id, idText: id.toString('hex'), key: createSecretKey(bytes), pair: headKeys(secret) }
}

/** Keys derived from the configured secrets: the first one signs, all of them verify. */
export function createAuditKeys(secrets: readonly [string, ...string[]]): AuditKeys {
  const keys = secrets.map(derive)
  const current = keys[0] as ReturnType<typeof derive>
  const makeMac = ({ key, idText }: ReturnType<typeof derive>, kind: Signed, hash: Buffer) =>
    Buffer.from(createHmac('sha256', key).update(`${kind}|${idText}|`).update(hash).digest('hex'), 'hex')
  return {
    sign: (kind, hash) => ({ key_id: current.id, mac: makeMac(current, kind, hash) }),
    check(kind, hash, { key_id, mac }) {
      const key = keys.find(({ id }) => id.equals(key_id))
      if (!key) return 'unknown key'
      return makeMac(key, kind, hash).equals(mac) ? 'valid' : 'invalid'
    },
    signHead(message) {
      const { key, publicKey } = current.pair
      const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
      return { signature: signBytes(null, message, key), publicKey: bytes }
    },
    checkHead: (message, signature) =>
      keys.some(({ pair }) => verifyBytes(null, message, pair.publicKey, signature)),
  }
}

const bound = new WeakMap<Db, AuditKeys>()

/** Sets the keys of a database handle's log: once, before anything is written through it. */
export const bindAuditKeys = (db: Db, keys: AuditKeys): void => void bound.set(db, keys)

/** @throws Error when the handle has no keys. */
export function getAuditKeys(db: Db): AuditKeys {
  const keys = bound.get(db)
  if (!keys) throw new Error('The audit log of this database handle has no keys')
  return keys
}
