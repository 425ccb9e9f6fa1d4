import { readFileSync } from 'node:fs'

const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox'])
const LOOK_EVERY_MS = 500

/**
 * Calls `onGone` once when npm, which started this script, was killed (kill -9), so that the port does not stay
 * in use. A script started without npm may outlive its parent.
 */
export function watchAncestors(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const first = statOf(process.ppid)
  if (!first) return
  // npm may run a script through a shell.
  const npm = SHELLS.has(first.name) ? statOf(first.parent) : null
  const timer = setInterval(() => {
    const shellGone = process.ppid !== first.pid
    const npmGone = npm !== null && npm.pid > 1 && statOf(first.pid)?.parent !== npm.pid
    if (!shellGone && !npmGone) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}

function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const parent = Number(stat.slice(end + 2).split(' ')[1])
    return { pid, name: stat.slice(stat.indexOf('(') + 1, end), parent }
  } catch {
    return null
  }
}
