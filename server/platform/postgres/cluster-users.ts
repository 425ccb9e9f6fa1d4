import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, processIdentity } from './process-identity.ts'

/** Adds this process to the users of a cluster; returns the entry for {@link removeUser}. */
export function addUser(usersDir: string): string {
  mkdirSync(usersDir, { recursive: true, mode: 0o700 })
  const entry = join(usersDir, `${processIdentity(process.pid)}-${randomBytes(4).toString('hex')}`)
  writeFileSync(entry, '')
  return entry
}

export function removeUser(entry: string): void {
  rmSync(entry, { force: true })
}

/** The number of live users; entries of dead processes are removed. */
export function countUsers(usersDir: string): number {
  let alive = 0
  for (const name of listEntries(usersDir)) {
    if (isRunning(name.split('-').slice(0, 2).join('-'))) alive++
    else rmSync(join(usersDir, name), { force: true })
  }
  return alive
}

function listEntries(usersDir: string): string[] {
  try {
    return readdirSync(usersDir)
  } catch {
    return []
  }
}
