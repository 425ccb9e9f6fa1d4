import { spawnSync } from 'node:child_process'
import { SetupError } from '../install-packages.js'

/** The base of a branch: the first that the repository has. */
export const TRUNKS = ['origin/main', 'main']

/**
 * Files that differ from the base of the branch, committed or not, including new and without deleted ones.
 * @param {string} root folder of the project
 * @returns {{ base: string, files: string[] }} `base`: the commit compared with; paths below the root, sorted
 * @throws {SetupError} outside a Git repository
 */
export function changedFiles(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const read = (...args) => {
    const { status, stdout, stderr, error } = git(...args)
    if (status !== 0) throw new SetupError(`git ${args[0]} failed: ${stderr || error?.message}`)
    return stdout.split('\0').filter(Boolean)
  }
  const trunk = TRUNKS.find((name) => git('rev-parse', '--verify', '--quiet', name).status === 0) ?? 'HEAD'
  const base = git('merge-base', 'HEAD', trunk).stdout?.trim() || 'HEAD'
  const changed = read('diff', '--name-only', '--relative', '--diff-filter=d', '-z', base)
  const added = read('ls-files', '--others', '--exclude-standard', '-z')
  return { base, files: [...new Set([...changed, ...added])].sort() }
}
