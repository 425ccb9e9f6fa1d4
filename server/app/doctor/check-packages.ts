import type { Check } from '#contract/core/doctor.ts'
import { packagesBeyondSellers } from '#server/modules/accounts/plans/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { ok, warning } from './checks.ts'

const NAMED = 20

/** Whether resellers' packages give more than the resellers have. Their customers get no more than the resellers. */
export async function checkPackages(db: Db): Promise<Check> {
  const found = await packagesBeyondSellers(db)
  if (found.length === 0) return ok('packages', 'No package gives more than its seller has')
  const named = found
    .slice(0, NAMED)
    .map(
      ({ id, name, version, seller, problem }) =>
        `${seller}: ${name} (${id}, version ${version}): ${problem}`,
    )
  const more = found.length > NAMED ? [`and ${found.length - NAMED} more`] : []
  return warning(
    'packages',
    `Packages that give more than their sellers have: ${[...named, ...more].join('; ')}`,
    'Ask the sellers to publish corrected versions, and to move their customers to them. Until then customers pay the sellers’ prices and have the sellers’ limits',
  )
}
