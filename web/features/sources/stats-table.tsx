import type { SourceStats } from '#contract/source-stats.ts'
import { emailShares } from '#web/lib/email-shares.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { costOfOne, rateWords, timeWords } from './source-figures.ts'
import classes from './sources-page.module.css'

const one = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

interface Column {
  label: string
  /** What the number means. */
  title: string
  of: (stats: SourceStats) => string
}

const COLUMNS: readonly Column[] = [
  {
    label: 'Hit rate',
    title: 'Share of the web sites or leads for which there was something',
    of: ({ hits, attempts }) => rateWords(hits, attempts),
  },
  { label: 'Asked', title: 'Web sites or leads', of: ({ attempts }) => formatNumber(attempts) },
  { label: 'Addresses', title: 'Delivered addresses', of: ({ addresses }) => formatNumber(addresses) },
  {
    label: 'Bounce rate',
    title: 'Share of the delivered addresses that came back hard',
    of: ({ bounced, addresses }) => rateWords(bounced, addresses),
  },
  { label: 'Credits', title: 'Charged', of: ({ credits }) => formatNumber(credits) },
  {
    label: 'Given back',
    title: 'Credits given back for bounces',
    of: ({ refunded }) => formatNumber(refunded),
  },
  {
    label: 'Per address',
    title: 'Credits for a delivered address, after what was given back',
    of: (stats) => {
      const cost = costOfOne(stats)
      return cost === null ? '–' : one.format(cost)
    },
  },
  { label: 'Time', title: 'Mean time of an attempt', of: ({ seconds }) => timeWords(seconds) },
]

/** What each source brought, how good it was and what it cost. */
export function StatsTable({ stats }: { stats: readonly SourceStats[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it
    <section className={classes.frame} aria-label="Sources in numbers" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            {COLUMNS.map(({ label, title }) => (
              <th key={label} scope="col" className={classes.numeric} title={title}>
                {label}
              </th>
            ))}
            <th scope="col">States</th>
          </tr>
        </thead>
        <tbody>
          {stats.map((row) => (
            <tr key={`${row.source} ${row.kind}`}>
              <th scope="row">{row.label}</th>
              {COLUMNS.map(({ label, of }) => (
                <td key={label} className={classes.numeric}>
                  {of(row)}
                </td>
              ))}
              <td className={classes.states}>
                <ShareBar label={`States of ${row.label}`} parts={emailShares(row.by_state)} compact />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
