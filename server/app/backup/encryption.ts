import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { BackupError } from './backup-format.ts'

/** The first bytes of an encrypted backup, with the version of this format. */
const MAGIC = Buffer.from('leadwright backup, encrypted v1\n')
const SALT_BYTES = 16
const TAG_BYTES = 16
/** Plain bytes per frame; only the last frame is shorter. */
const FRAME_BYTES = 64 * 1024
/** About a second and 32 MB: the cost that OWASP recommends for passwords. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

type Bytes = AsyncIterable<Buffer>

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  scryptKey(passphrase.normalize('NFC'), salt, 32, COST)

/** Every file has a key of its own, so a counter never repeats. The last frame is marked, so that no end can be cut off. */
function makeNonce(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(frame, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts bytes into frames of `size`; the last one has what is left. */
async function* splitFrames(bytes: Bytes, size: number) {
  let waiting: Buffer = Buffer.alloc(0)
  let number = 0
  for await (const chunk of bytes) {
    waiting = Buffer.concat([waiting, chunk])
    for (; waiting.length > size; number += 1) {
      yield { frame: waiting.subarray(0, size), number, isLast: false }
      waiting = waiting.subarray(size)
    }
  }
  yield { frame: waiting, number, isLast: true }
}

/** Encrypts a stream with AES-256-GCM, frame by frame, under a key that scrypt derives from the passphrase. */
export const encryptWith = (passphrase: string) =>
  async function* (plain: Bytes): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const key = await deriveKey(passphrase, salt)
    yield Buffer.concat([MAGIC, salt])
    for await (const { frame, number, isLast } of splitFrames(plain, FRAME_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, makeNonce(number, isLast))
      yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
    }
  }

/** The salt of an encrypted file; null for a file that is not encrypted. @throws the error of the file system */
export async function readSalt(path: string): Promise<Buffer | null> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length + SALT_BYTES), 0)
    const isEncrypted = bytesRead === buffer.length && buffer.subarray(0, MAGIC.length).equals(MAGIC)
    return isEncrypted ? buffer.subarray(MAGIC.length) : null
  } finally {
    await file.close()
  }
}

/** Where the frames of an encrypted file begin. */
export const FRAMES_START = MAGIC.length + SALT_BYTES

/**
 * Decrypts the frames of a file with this salt.
 * @throws BackupError for another passphrase
 */
export async function* decryptWith(passphrase: string, salt: Buffer, frames: Bytes): AsyncGenerator<Buffer> {
  const key = await deriveKey(passphrase, salt)
  for await (const { frame, number, isLast } of splitFrames(frames, FRAME_BYTES + TAG_BYTES)) {
    const end = frame.length - TAG_BYTES
    if (end < 0) throw new Error('its end is missing')
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', key, makeNonce(number, isLast), options)
    decipher.setAuthTag(frame.subarray(end))
    const plain = decipher.update(frame.subarray(0, end))
    try {
      decipher.final()
    } catch {
      if (number > 0) throw new Error(`frame ${number + 1} was changed, or its end is missing`)
      throw new BackupError(
        'BACKUP_PASSPHRASE does not open this backup: it was made with another one, or its beginning is damaged. Nothing was changed',
      )
    }
    yield plain
  }
}
