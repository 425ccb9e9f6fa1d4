import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a separate disk that is soon full. */
export interface SmallDisk {
  folder: string
  remove(): Promise<void>
}

/** Mounts a disk of this size; null when this process may not mount. */
export async function smallDisk(kilobytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'small-disk', folder])
  const remove = async () => {
    if (mounted.status === 0) spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
  if (mounted.status === 0) return { folder, remove }
  await remove()
  return null
}
