import type { PackageDetail } from '#contract/accounts/plans.ts'
import { formatCount, formatCredits, formatDay } from '#web/lib/format.ts'
import { Part } from '#web/ui/part.tsx'
import { priceLabel } from './package-labels.ts'
import classes from './packages.module.css'

const STATES = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const

/** Every version of a package; published ones never change. */
export function VersionsSection({ one }: { one: PackageDetail }) {
  return (
    <Part title="Versions" hint="Customers keep the version they are on until you move them.">
      <ul className={classes.facts}>
        {one.versions.map((version) => (
          <li key={version.id}>
            {[
              `Version ${version.version}: ${STATES[version.state]}`,
              priceLabel(version),
              formatCredits(version.credits),
              formatCount(version.customers, 'customer'),
              formatDay(version.created_at),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </Part>
  )
}
