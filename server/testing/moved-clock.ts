import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clusterLayout, clusterOwner } from '#server/platform/postgres/cluster-layout.ts'
import type { EmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import {
  choosePostgresIdentity,
  commandFor,
  identityFacts,
} from '#server/platform/postgres/postgres-identity.ts'
import { type PostgresPaths, postgresPackage } from '#server/platform/postgres/postgres-package.ts'

/** The library of Debian's package `libfaketime` for multi-threaded programs. */
const LIBRARY = readdirSync('/usr/lib')
  .map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => existsSync(path))

/** Why PostgreSQL's clock cannot be moved on this machine, or null. Those of programs always can. */
export const noMovedDatabaseClock = LIBRARY ? null : 'the package libfaketime is not installed'

/** A clock that continues from where it is set. Monotonic clocks are unaffected. */
export class MovedClock {
  readonly #file: string

  /** @param folder is created; other users may read it, because PostgreSQL may run as one */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    this.#file = join(folder, 'clock')
    this.moveBy(0)
  }

  /** Seconds before (negative) or after the machine's clock. */
  moveBy(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`, { mode: 0o644 })
  }

  /** Programs with this clock notice within a second. */
  set(time: string): void {
    this.moveBy((Date.parse(time) - Date.now()) / 1000)
  }

  /** Environment variables that give a program of ours this clock. */
  get environment(): Record<string, string> {
    const preload = pathToFileURL(join(import.meta.dirname, 'moved-date.ts'))
    return { NODE_OPTIONS: `--import ${preload}`, MOVED_CLOCK: this.#file }
  }

  /** Environment variables that give any program this clock. */
  get systemEnvironment(): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY as string,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      // Its name since 0.9.8 of the library, and the previous one.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }
  }
}

/** Restarts PostgreSQL's postmaster with another clock. */
export async function restartByClock(postgres: EmbeddedPostgres, clock: MovedClock): Promise<void> {
  const { cluster, logFile } = clusterLayout(postgres.home)
  const identity = await choosePostgresIdentity(identityFacts(clusterOwner(clusterLayout(postgres.home))))
  const { pg_ctl } = (await import(postgresPackage(process) as string)) as PostgresPaths
  const command = ['restart', '-D', cluster, '-m', 'fast', '-w', '-s', '-l', logFile]
  const { file, args, ...as } = commandFor(identity, pg_ctl, command)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...clock.systemEnvironment }
  execFileSync(file, args, { ...as, env, cwd: '/', stdio: 'ignore' })
}
