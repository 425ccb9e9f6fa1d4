import type { Headers, Pack } from 'tar-stream'

/**
 * Adds a file to an archive; resolves when the archive has taken it. The entry is a separate stream: when the
 * archive is destroyed, an unhandled error of the entry would end the process.
 */
export const addEntry = (archive: Pack, header: Headers, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = archive.entry(header, content, (error) => (error ? reject(error) : resolve()))
    entry.on('error', reject)
  })
