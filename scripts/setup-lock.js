import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process holds the lock folder. A dead process's lock is taken over.
 * @template T
 * @param {string} folder path of the lock; creating this folder acquires it
 * @param {() => Promise<T>} work
 * @param {(pid: number) => void} onWait called once when another live process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(folder, work, onWait = () => {}) {
  mkdirSync(dirname(folder), { recursive: true })
  let told = false
  while (!take(folder)) {
    const holder = holderOf(folder)
    if (holder !== null && !isAlive(holder)) {
      breakLock(folder, holder)
    } else {
      if (!told && holder !== null) onWait(Number.parseInt(holder, 10))
      told ||= holder !== null
      await sleep(200)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function take(folder) {
  // The folder is moved into place with its owner's name inside, so that no lock is ever without an owner.
  const mine = `${folder}.${process.pid}`
  rmSync(mine, { recursive: true, force: true })
  mkdirSync(mine)
  writeFileSync(join(mine, 'holder'), identityOf(process.pid))
  try {
    renameSync(mine, folder)
    return true
  } catch (error) {
    rmSync(mine, { recursive: true, force: true })
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
    throw error
  }
}

function holderOf(folder) {
  try {
    return readFileSync(join(folder, 'holder'), 'utf8') || null
  } catch {
    return null
  }
}

/** Pid and, on Linux, the start time of the process, so that a reused pid is recognized. */
function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return `${pid}`
  }
}

function isAlive(holder) {
  const pid = Number.parseInt(holder, 10)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return identityOf(pid) === holder
}

function breakLock(folder, deadHolder) {
  const aside = `${folder}.dead.${process.pid}`
  try {
    renameSync(folder, aside)
  } catch {
    return // Another process was faster.
  }
  // Another process may have taken the lock between the check and the move: then it gets it back.
  if (holderOf(aside) !== deadHolder) {
    try {
      renameSync(aside, folder)
    } catch {}
  }
  rmSync(aside, { recursive: true, force: true })
}
