import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import type { SignalReading, WebsiteReport } from '#server/website-reader/index.ts'

/** A website is outdated when the newest year in its copyright lines is so many years ago. */
const OUTDATED_YEARS = 2

const isOutdated = ({ value, url, text }: SignalReading, now: Date): SignalReading => ({
  id: 'outdated',
  value: Number(value) <= now.getUTCFullYear() - OUTDATED_YEARS ? 'yes' : 'no',
  url,
  text,
})

const MISSING_WEBSITE: SignalReading = {
  id: 'no_website',
  value: 'yes',
  url: null,
  text: 'No website on record',
}

/** Whether the address that people write to is at a provider where anybody gets one. */
function readEmailProvider(email: string | null | undefined, url: string | null): SignalReading[] {
  const domain = email?.split('@')[1]
  if (!email || !domain) return []
  // Not the address itself: it would outlive the person's erasure here.
  return [
    { id: 'free_mail', value: isFreeDomain(domain) ? 'yes' : 'no', url, text: `An address at ${domain}` },
  ]
}

/**
 * All that a website says, and the email of its business if one is known.
 * @param report null: there is no website
 */
export function readSignals(
  lead: { email?: string | null },
  report: WebsiteReport | null,
  now: Date,
): SignalReading[] {
  if (!report) return [MISSING_WEBSITE, ...readEmailProvider(lead.email, null)]
  const { domain, signals, emails } = report
  const published = emails.find(({ person }) => person === null)
  const year = signals.find(({ id }) => id === 'last_update')
  return [
    { id: 'no_website', value: 'no', url: null, text: domain },
    ...signals,
    ...(year ? [isOutdated(year, now)] : []),
    ...(lead.email
      ? readEmailProvider(lead.email, null)
      : readEmailProvider(published?.value, published?.sources[0]?.url ?? null)),
  ]
}
