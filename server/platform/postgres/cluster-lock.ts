import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './postgres-error.ts'

const WAIT_MS = 180_000

/**
 * Runs `work` while no other process of this machine does so for the same folder.
 * The lock is the name of an abstract socket: the kernel frees it as soon as its process ends, however it ends, so
 * there are no stale locks.
 * @throws EmbeddedPostgresError when another process holds the lock for more than three minutes
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 40)
  const lock = await acquire(`\0leadwright-${name}`, folder)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(name: string, folder: string): Promise<Server> {
  for (let waited = 0; waited < WAIT_MS; waited += 50) {
    const lock = await tryListen(name)
    if (lock) return lock
    await sleep(50)
  }
  throw new EmbeddedPostgresError(
    `Another process has been busy with the database in ${folder} for too long.`,
  )
}

function tryListen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(name, () => resolve(server))
  })
}
