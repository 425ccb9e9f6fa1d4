import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EmbeddedPostgresError, USE_DATABASE_URL } from './postgres-error.ts'

const run = promisify(execFile)
const SYSTEM_USER = 'leadwright'
const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534']

/**
 * The user that PostgreSQL's programs run as (they refuse root): our own, root mapped to "nobody" in a user
 * namespace (files stay root's), or another system user.
 */
export type PostgresIdentity =
  | { kind: 'self' }
  | { kind: 'namespace' }
  | { kind: 'user'; uid: number; gid: number }

/** Facts for {@link choosePostgresIdentity}; a parameter so that tests can simulate each machine. */
export type IdentityFacts = {
  /** uid of this process */
  uid: number
  /** owner of an existing cluster folder, null without one */
  clusterOwner: { uid: number; gid: number } | null
  namespaceWorks: () => Promise<boolean>
  /** uid and gid of the system user for PostgreSQL, null when it can’t be created */
  systemUser: () => Promise<{ uid: number; gid: number } | null>
}

/**
 * Chooses the user to run PostgreSQL as.
 * @throws EmbeddedPostgresError with advice when none works
 */
export async function choosePostgresIdentity(facts: IdentityFacts): Promise<PostgresIdentity> {
  const { uid, clusterOwner } = facts
  if (uid !== 0) {
    if (clusterOwner && clusterOwner.uid !== uid) {
      throw new EmbeddedPostgresError(
        `The database folder belongs to another user (uid ${clusterOwner.uid}, you are ${uid}). ` +
          `Start as that user, or choose another folder with DATA_DIR. ${USE_DATABASE_URL}`,
      )
    }
    return { kind: 'self' }
  }
  if (clusterOwner && clusterOwner.uid !== 0) return { kind: 'user', ...clusterOwner }
  if (await facts.namespaceWorks()) return { kind: 'namespace' }
  const user = await facts.systemUser()
  if (user) return { kind: 'user', ...user }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, this machine does not allow user namespaces, and no system user could be' +
      `created. Start as an ordinary user instead. ${USE_DATABASE_URL}`,
  )
}

export function identityFacts(clusterOwner: IdentityFacts['clusterOwner']): IdentityFacts {
  return { uid: process.getuid?.() ?? -1, clusterOwner, namespaceWorks, systemUser }
}

/** The program and arguments to execute for an identity. */
export function commandFor(
  identity: PostgresIdentity,
  program: string,
  args: string[],
): { file: string; args: string[]; uid?: number; gid?: number } {
  if (identity.kind === 'namespace') return { file: 'unshare', args: [...NAMESPACE, '--', program, ...args] }
  if (identity.kind === 'user') return { file: program, args, uid: identity.uid, gid: identity.gid }
  return { file: program, args }
}

async function namespaceWorks(): Promise<boolean> {
  return run('unshare', [...NAMESPACE, '--', 'true']).then(
    () => true,
    () => false,
  )
}

async function systemUser(): Promise<{ uid: number; gid: number } | null> {
  const id = async (flag: string) => Number((await run('id', [flag, SYSTEM_USER])).stdout)
  const lookUp = async () => ({ uid: await id('-u'), gid: await id('-g') })
  const create = () => run('useradd', ['--system', '--user-group', '--no-create-home', SYSTEM_USER])
  return lookUp()
    .catch(() => create().then(lookUp))
    .catch(() => null)
}
