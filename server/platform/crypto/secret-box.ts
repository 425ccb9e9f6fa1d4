import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const MIN_KEY_CHARS = 16

/** Encrypts short texts (API keys, tokens of connected services) for storage. */
export interface SecretBox {
  /**
   * Encrypts `plain`. `context` says what the secret is and whose (for example
   * `source-credential:<account id>`); the same context is needed to open it.
   * Returns `v1.` + base64url, different on every call.
   */
  seal(plain: string, context: string): string
  /**
   * Decrypts what `seal` returned. Throws SecretBoxError when the text was changed, was sealed with
   * another key or belongs to another context; the error never says which.
   */
  open(sealed: string, context: string): string
}

/** A sealed text that cannot be opened. Says nothing about the content, the key or the reason. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError'
  constructor() {
    super('The stored secret cannot be read')
  }
}

/**
 * Makes a secret box from the installation's secret key (any text of 16 characters or more; use 32
 * random bytes). AES-256-GCM with a key derived by HKDF-SHA256. Throws RangeError on a shorter key.
 */
export function createSecretBox(secretKey: string): SecretBox {
  if (secretKey.length < MIN_KEY_CHARS) {
    throw new RangeError(`The secret key needs at least ${MIN_KEY_CHARS} characters`)
  }
  // The label keeps this key apart from any other key derived from the same installation secret.
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'secret-box v1', 32))

  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(additionalData(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, context) {
      if (!sealed.startsWith(VERSION)) throw new SecretBoxError()
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SecretBoxError()
      const bodyStart = NONCE_BYTES + TAG_BYTES
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(additionalData(context))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyStart))
        return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString('utf8')
      } catch {
        // The original error is dropped on purpose: it could distinguish a tampered text from a wrong key.
        throw new SecretBoxError()
      }
    },
  }
}

const additionalData = (context: string) => Buffer.from(VERSION + context, 'utf8')
