const MAX_HOSTS = 2000

/** Last days of the certificates of the servers that were connected to last. */
export interface CertificateDays {
  /** `validTo` as the certificate has it: `Jan 31 12:00:00 2027 GMT`. */
  note(hostname: string, validTo: string): void
  /** `2027-01-31`; null when it isn't known. */
  find(hostname: string): string | null
}

export function createCertificateDays(): CertificateDays {
  const days = new Map<string, string>()
  return {
    note(hostname, validTo) {
      const time = Date.parse(validTo)
      if (Number.isNaN(time)) return
      days.delete(hostname)
      days.set(hostname, new Date(time).toISOString().slice(0, 10))
      const [oldest] = days.keys()
      if (days.size > MAX_HOSTS && oldest !== undefined) days.delete(oldest)
    },
    find: (hostname) => days.get(hostname) ?? null,
  }
}
