import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { systemClock } from '#server/platform/clock.ts'
import type { Measurement } from '#server/platform/observe/measurement.ts'

const ANSWER_MS = 4000
const DAY_MS = 24 * 60 * 60 * 1000

/** Free space of the disks of the data folder, its uploads and its database. */
export async function measureDisks(dataDir: string): Promise<Measurement[]> {
  const folders = { data: dataDir, uploads: join(dataDir, 'uploads'), database: join(dataDir, 'pg') }
  const found = Object.entries(folders).filter(([, folder]) => existsSync(folder))
  const sizes = await Promise.all(
    found.map(async ([folder, path]) => {
      const { bavail, blocks, bsize } = await statfs(path)
      return { labels: { folder }, free: bavail * bsize, total: blocks * bsize }
    }),
  )
  return [
    {
      name: 'disk_free_bytes',
      help: 'Free space of the disk with this folder',
      values: sizes.map(({ labels, free }) => ({ labels, value: free })),
    },
    {
      name: 'disk_bytes',
      help: 'Size of the disk with this folder',
      values: sizes.map(({ labels, total }) => ({ labels, value: total })),
    },
  ]
}

/** When the certificate of a host expires; also of one that isn't valid. @throws the error of the connection */
const certificateEnd = (host: string, port: number): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false })
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`${host} doesn’t answer`)))
    socket.on('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.destroy()
      resolve(new Date(valid_to))
    })
  })

/** Days until the certificate of the server's own address expires; nothing where it has none. */
export async function measureCertificate(publicUrl: string | undefined): Promise<Measurement[]> {
  const url = publicUrl === undefined ? null : new URL(publicUrl)
  if (url?.protocol !== 'https:') return []
  const end = await certificateEnd(url.hostname, Number(url.port || 443))
  return [
    {
      name: 'certificate_days',
      help: 'Days until the certificate of PUBLIC_URL expires',
      values: [
        { labels: { host: url.hostname }, value: (end.getTime() - systemClock.now().getTime()) / DAY_MS },
      ],
    },
  ]
}
