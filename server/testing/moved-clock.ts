import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterLayout, clusterOwner } from '#server/platform/postgres/cluster-layout.ts'
import type { EmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import {
  choosePostgresIdentity,
  commandFor,
  identityFacts,
} from '#server/platform/postgres/postgres-identity.ts'
import { type PostgresPaths, postgresPackage } from '#server/platform/postgres/postgres-package.ts'

/** Where Debian's package `libfaketime` has the library for programs with threads. */
const LIBRARY = readdirSync('/usr/lib')
  .map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => existsSync(path))

/** Why clocks cannot be moved on this machine, or null. */
export const noMovedClock = LIBRARY ? null : 'the package libfaketime is not installed'

/** A clock that goes on from where it is set; what measures time between two moments is left alone. */
export class MovedClock {
  readonly #file: string

  /** @param folder is made; other users may read it, because PostgreSQL may run as one */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    this.#file = join(folder, 'clock')
    this.moveBy(0)
  }

  /** Seconds before (negative) or after the machine's clock. */
  moveBy(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`, { mode: 0o644 })
  }

  /** Programs that live by it notice within a second. */
  set(time: string): void {
    this.moveBy((Date.parse(time) - Date.now()) / 1000)
  }

  /** For the environment of a program that shall live by this clock. */
  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY as string,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      // Its name since 0.9.8 of the library, and the one before.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }
  }
}

/** Starts PostgreSQL's postmaster again, by another clock. */
export async function restartByClock(postgres: EmbeddedPostgres, clock: MovedClock): Promise<void> {
  const { cluster, logFile } = clusterLayout(postgres.home)
  const identity = await choosePostgresIdentity(identityFacts(clusterOwner(clusterLayout(postgres.home))))
  const { pg_ctl } = (await import(postgresPackage(process) as string)) as PostgresPaths
  const command = ['restart', '-D', cluster, '-m', 'fast', '-w', '-s', '-l', logFile]
  const { file, args, ...as } = commandFor(identity, pg_ctl, command)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', ...clock.environment }
  execFileSync(file, args, { ...as, env, cwd: '/', stdio: 'ignore' })
}
