import { type Service, services } from '#contract/leads/services.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

const NONE: Service[] = []

/** The services that count for the account; none while they load or where `enabled` is false. */
export function useServices(enabled = true): Service[] {
  return useEndpoint(services, {}, { enabled }).data?.data ?? NONE
}
