import { checkWebsites, findEmails } from '#contract/prospecting/enrichment.ts'
import { leastSeconds, runOnWebsites } from './find-emails-works.ts'
import { fixed, type Line } from './measure.ts'

/** Signals of websites, beside what finding emails on the same ones takes. */
export async function measureCheckWebsites(leads: number): Promise<Line[]> {
  const emails = await runOnWebsites(leads, findEmails)
  const { own, counts, memory } = await runOnWebsites(leads, checkWebsites)
  const line = (work: string, limit: number, most: number, note: string): Line => ({
    work,
    size: leads,
    ours: `${fixed(own, 2)} s`,
    limit: `${fixed(limit, 2)} s`,
    ratio: own / limit,
    gate: `<= ${most}x`,
    kept: own <= limit * most && counts.checked === leads,
    note,
  })
  return [
    line(
      'check websites, 100 ms answers',
      leastSeconds(leads),
      1.5,
      `${counts.checked ?? 0} checked, memory +${fixed(memory, 0)} MB`,
    ),
    line('check websites, beside finding emails', emails.own, 1.2, 'the limit is the time of finding emails'),
  ]
}
