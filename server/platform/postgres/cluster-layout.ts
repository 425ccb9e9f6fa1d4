import { chownSync, existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError, USE_DATABASE_URL } from './postgres-error.ts'

/** Paths of one embedded PostgreSQL, all below `home`. */
export type ClusterLayout = {
  home: string
  /** PostgreSQL's own data folder */
  cluster: string
  socketDir: string
  usersDir: string
  passwordFile: string
  logFile: string
}

/** The layout below a home folder, which is created (mode 700) when missing. */
export function clusterLayout(home: string): ClusterLayout {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const layout = {
    home,
    cluster: join(home, 'cluster'),
    socketDir: join(home, 'socket'),
    usersDir: join(home, 'users'),
    passwordFile: join(home, 'password'),
    logFile: join(home, 'postgres.log'),
  }
  mkdirSync(layout.socketDir, { recursive: true, mode: 0o700 })
  return layout
}

/** Owner of the cluster folder; null without a cluster. */
export function clusterOwner(layout: ClusterLayout): { uid: number; gid: number } | null {
  if (!existsSync(layout.cluster)) return null
  const { uid, gid } = statSync(layout.cluster)
  return { uid, gid }
}

/**
 * Refuses a cluster written by another major version of PostgreSQL.
 * @throws EmbeddedPostgresError that names both versions and what to do; nothing was changed
 */
export function refuseOtherMajor(layout: ClusterLayout, major: number): void {
  const found = readFileSync(join(layout.cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === String(major)) return
  throw new EmbeddedPostgresError(
    `The data in ${layout.home} was written by PostgreSQL ${found}; this version of Leadwright brings ` +
      `PostgreSQL ${major}, which cannot read it. Nothing was changed.\n` +
      'What to do: run `leadwright backup` of the version that wrote it (docs/operating.md, backups); move' +
      `${layout.home} away, and run \`leadwright restore\` of this version.\n` +
      USE_DATABASE_URL,
  )
}

/** Changes the owner of the home folder and its content, so that PostgreSQL can run as that user. */
export function chownTo(layout: ClusterLayout, user: { uid: number; gid: number }): void {
  chownSync(layout.home, user.uid, user.gid)
  for (const entry of readdirSync(layout.home, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(layout.home, entry), user.uid, user.gid)
  }
}
