import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '#contract/core/doctor.ts'
import type { Env } from '#server/platform/env.ts'
import { RELEASE } from '#server/platform/release.ts'
import { ok, problem, warning } from './checks.ts'

const NODE_MAJOR = 24

const WEB_APP = join(import.meta.dirname, '../../../web/dist/index.html')

/** The program's version, its Node, and whether the web application was built. */
export function checkVersions(): Check {
  const major = Number(process.versions.node.split('.')[0])
  const versions = `Leadwright ${RELEASE}, Node ${process.versions.node}`
  if (major < NODE_MAJOR)
    return problem('versions', versions, `Run it with Node ${NODE_MAJOR} or later: node_modules/.bin/node`)
  if (!existsSync(WEB_APP))
    return problem('versions', `${versions}; the web application is not built`, 'Run node scripts/setup.js')
  return ok('versions', versions)
}

/** Settings that are missing or should not be set. `readEnv` has already rejected invalid ones. */
export function checkConfiguration(env: Env): Check[] {
  const checks: Check[] = []
  if (!env.production)
    checks.push(
      warning(
        'configuration',
        'NODE_ENV is not production: settings for development are allowed',
        'Set NODE_ENV=production on a server that others use',
      ),
    )
  if (!env.publicUrl && !env.mainSuiteDomain)
    checks.push(
      warning(
        'configuration',
        'Links in email lead to this machine: PUBLIC_URL is not set',
        'Set PUBLIC_URL to the address that people use, such as https://app.example.com',
      ),
    )
  if (env.publicUrl?.startsWith('https:') && env.trustProxy === false)
    checks.push(
      warning(
        'configuration',
        'PUBLIC_URL is https, but no proxy is trusted: all visitors seem to have the same address',
        'Set TRUST_PROXY=true when the proxy runs on this machine or in its private network',
      ),
    )
  if (!env.backups)
    checks.push(
      warning('backups', 'No backups are scheduled: BACKUP_DIR is not set', 'Set BACKUP_DIR to a folder'),
    )
  return checks.length > 0 ? checks : [ok('configuration', 'All settings are valid')]
}
