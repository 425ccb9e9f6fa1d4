import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { EmbeddedPostgresError, USE_DATABASE_URL } from './postgres-error.ts'
import { commandFor, type PostgresIdentity } from './postgres-identity.ts'
import { type PostgresPaths, postgresPackage } from './postgres-package.ts'

type ProgramResult = { code: number; output: string }

/** The bundled PostgreSQL programs, run as one identity. */
export type PostgresPrograms = {
  /** major version, such as 18 */
  major: number
  initdb(args: string[]): Promise<ProgramResult>
  pgCtl(args: string[]): Promise<ProgramResult>
}

/**
 * Finds the PostgreSQL binaries installed by npm and checks that they run as the identity.
 * @throws EmbeddedPostgresError when they are missing, incomplete or not accessible for it
 */
export async function findPostgresPrograms(identity: PostgresIdentity): Promise<PostgresPrograms> {
  const name = postgresPackage(process)
  if (!name) {
    throw new EmbeddedPostgresError(
      `PostgreSQL programs come with the packages for Linux and macOS on x64 and arm64; this is ${process.platform} ${process.arch}. ${USE_DATABASE_URL}`,
    )
  }
  const paths = (await import(name).catch(() => null)) as PostgresPaths | null
  if (!paths) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs are not installed (${name}). Run "npm start". ${USE_DATABASE_URL}`,
    )
  }
  const version = await runAs(identity, paths.postgres, ['--version'])
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version.output)?.[1])
  if (!major) throw new EmbeddedPostgresError(cannotRunMessage(identity, paths.postgres, version.output))
  return {
    major,
    initdb: (args) => runAs(identity, paths.initdb, args),
    pgCtl: (args) => runAs(identity, paths.pg_ctl, args),
  }
}

function cannotRunMessage(identity: PostgresIdentity, program: string, output: string): string {
  const advice =
    identity.kind === 'user'
      ? `They run as uid ${identity.uid}, which must be able to read ${dirname(program)} and the data folder: ` +
        'move both out of a private folder such as /root, or start as an ordinary user.'
      : 'Delete node_modules and run "npm start" again.'
  return `The bundled PostgreSQL programs cannot run: ${output.trim()}\n${advice} ${USE_DATABASE_URL}`
}

/** None of these programs takes that long; pg_ctl has limits of its own. */
const PROGRAM_MS = 10 * 60_000

function runAs(identity: PostgresIdentity, program: string, programArgs: string[]): Promise<ProgramResult> {
  const { file, args, ...as } = commandFor(identity, program, programArgs)
  // A clean environment: PGDATA, PGPORT and the like of the user's shell must not reach these programs, and their
  // messages must be in English to be recognized.
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      { ...as, env, cwd: '/', encoding: 'utf8', timeout: PROGRAM_MS },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
        resolve({ code, output: stdout + stderr || (error?.message ?? '') })
      },
    )
  })
}
