import type { Headers, Pack } from 'tar-stream'

/**
 * Adds a file to an archive; resolves when the archive has taken it. The entry is a stream of its own: when the archive
 * is destroyed its error arrives here, and would end the process if nobody listened.
 */
export const addEntry = (archive: Pack, header: Headers, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const entry = archive.entry(header, content, (error) => (error ? reject(error) : resolve()))
    entry.on('error', reject)
  })
