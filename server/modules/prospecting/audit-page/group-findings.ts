import type { Service } from '#contract/leads/services.ts'
import type { AuditReport, Check } from './make-report.ts'

/** Findings that one service puts right; `service` is null for those of none. */
export interface FindingGroup {
  service: string | null
  findings: Check[]
}

type Sold = Pick<Service, 'id' | 'name' | 'signals'>

/** The services of a report in their order: those chosen, and first the one that the visitor came for. */
export function orderServices(
  services: readonly Sold[],
  { chosen, first }: { chosen: readonly number[] | null; first: string | null },
): Sold[] {
  const shown = chosen
    ? chosen.flatMap((id) => services.find((service) => service.id === id) ?? [])
    : [...services]
  const wanted = first?.toLowerCase()
  const isFirst = ({ name }: Sold) => name.toLowerCase() === wanted
  return [...shown.filter(isFirst), ...shown.filter((service) => !isFirst(service))]
}

/** Each problem once, under the first service that it is a reason for, its strongest reasons first. */
export function groupFindings({ checks }: AuditReport, services: readonly Sold[]): FindingGroup[] {
  const left = new Map(
    checks.filter(({ outcome }) => outcome === 'problem').map((check) => [check.id, check]),
  )
  const groups: FindingGroup[] = services.map(({ name, signals }) => {
    const findings = signals.flatMap(({ signal, is }) => {
      const check = is === 'yes' ? left.get(signal as Check['id']) : undefined
      if (check) left.delete(check.id)
      return check ?? []
    })
    return { service: name, findings }
  })
  return [...groups, { service: null, findings: [...left.values()] }].filter(
    ({ findings }) => findings.length > 0,
  )
}
