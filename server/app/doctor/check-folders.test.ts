import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { smallDisk } from '#server/testing/small-disk.ts'
import { writeArchive } from '../backup/archive-writer.ts'
import { FORMAT, MANIFEST_NAME } from '../backup/backup-format.ts'
import { checkFolders } from './check-folders.ts'

const HOUR = 3_600_000
const GIGABYTE = 1024 ** 2

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'doctor-'))
  folder = join(dataDir, 'backups')
  await mkdir(folder)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Status and message of each check, by name. */
async function checked(more: Partial<Parameters<typeof checkFolders>[0]> = {}) {
  const settings = { dataDir, backups: undefined, backupPassphrase: undefined, auditHeadTo: [], ...more }
  const checks = await checkFolders(settings)
  return Object.fromEntries(checks.map(({ name, status, message }) => [name, [status, message]]))
}

describe('the newest backup', () => {
  const backups = () => ({ backups: { folder, hour: 2, keep: 14 } })
  async function backupOf(hoursAgo: number, passphrase?: string): Promise<string> {
    const madeAt = new Date(Date.now() - hoursAgo * HOUR).toISOString()
    const file = join(folder, `leadwright-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
    const archive = writeArchive(file, new Date(0), { passphrase })
    const manifest = { format: FORMAT, made_at: madeAt, migrations: ['0001_identity'] }
    const nothing = { tables: [], sequences: [], files: [] }
    await archive.addWhole(MANIFEST_NAME, Buffer.from(JSON.stringify({ ...manifest, ...nothing })))
    await archive.finish()
    return file
  }
  const newest = async (more = {}) => (await checked({ ...backups(), ...more }))['newest backup']

  it('is missing on the first day', async () => {
    expect(await newest()).toEqual(['warning', `There is no backup in ${folder} yet`])
  })

  it('may be a day old, and not eight days', async () => {
    await backupOf(8 * 24 + 1)
    expect(await newest()).toEqual(['problem', expect.stringContaining('is 8 days old')])
    await backupOf(30)
    expect(await newest()).toEqual([
      'ok',
      expect.stringContaining('30 hours old and its checksums are right'),
    ])
  })

  it('must be whole', async () => {
    const file = await backupOf(3)
    expect((await newest())?.[0]).toBe('ok')
    await writeFile(file, (await readFile(file)).subarray(0, -20))
    expect(await newest()).toEqual(['problem', expect.stringContaining('is not a complete backup')])
  })

  it('is opened with the passphrase', async () => {
    const backupPassphrase = 'sixteen letters, or a few more'
    await backupOf(3, backupPassphrase)
    expect((await newest({ backupPassphrase }))?.[0]).toBe('ok')
    expect(await newest()).toEqual(['problem', expect.stringContaining('is encrypted')])
  })
})

describe('a folder', () => {
  it('that can be written has no problem and keeps no probe', async () => {
    await mkdir(join(dataDir, 'uploads'))
    expect((await checked()).uploads).toEqual(['ok', `${join(dataDir, 'uploads')} can be written`])
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
  })

  it('for uploads on a full disk is a problem', async ({ skip }) => {
    const disk = (await smallDisk(64)) ?? skip('this process may not mount a disk')
    onTestFinished(() => disk.remove())
    await symlink(disk.folder, join(dataDir, 'uploads'))
    expect((await checked()).uploads).toEqual(['problem', expect.stringContaining('free for')])
  })

  it('for uploads that is read-only is a problem', async ({ skip }) => {
    const disk = (await smallDisk(3 * GIGABYTE)) ?? skip('this process may not mount a disk')
    onTestFinished(() => disk.remove())
    await symlink(disk.folder, join(dataDir, 'uploads'))
    expect((await checked()).uploads?.[0]).toBe('ok')
    spawnSync('mount', ['-o', 'remount,ro', disk.folder])
    expect((await checked()).uploads).toEqual(['problem', expect.stringContaining('read-only')])
  })

  it('of the head of the audit log must exist', async () => {
    const head = async (to: string) =>
      (await checked({ auditHeadTo: [{ kind: 'file', to }] }))['audit head']?.[0]
    expect(await head(join(dataDir, 'heads'))).toBe('ok')
    expect(await head(join(dataDir, 'missing', 'heads'))).toBe('problem')
  })
})
