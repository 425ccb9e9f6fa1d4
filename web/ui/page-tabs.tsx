import { useRouter, useRouterState } from '@tanstack/react-router'
import type { Capability } from '#contract/core/capabilities.ts'
import { can, useUser } from '../lib/session.ts'
import { TabLinks } from './tab-links.tsx'

/** Tab of a page's row in `web/app/pages`, passed on by the router. */
export interface PageTab {
  /** Name of the group of tabs, such as `integration`. */
  group: string
  label: string
  to: string
  /** Required capability. */
  can?: Capability
}

interface PageTabsProps {
  group: string
  /** Accessible name. */
  label: string
}

/** Tabs of a page with several URLs, in the order of their rows. */
export function PageTabs({ group, label }: PageTabsProps) {
  const user = useUser()
  const { routesById } = useRouter()
  const current = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.tab })
  const tabs = Object.values(routesById as Record<string, { options: { staticData?: { tab?: PageTab } } }>)
    .flatMap(({ options }) => options.staticData?.tab ?? [])
    .filter((tab) => tab.group === group && can(user, tab.can))
  return <TabLinks label={label} tabs={tabs} current={current?.to ?? ''} />
}
