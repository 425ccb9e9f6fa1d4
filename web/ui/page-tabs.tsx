import { useRouter, useRouterState } from '@tanstack/react-router'
import type { Capability } from '#contract/core/capabilities.ts'
import { can, useUser } from '../lib/session.ts'
import { TabLinks } from './tab-links.tsx'

/** What a page's row says of its tab; the router carries it. */
export interface PageTab {
  /** Name of the pages that share their tabs, as `integration`. */
  of: string
  label: string
  to: string
  /** What the person must be able to do. */
  can?: Capability | undefined
}

interface PageTabsProps {
  of: string
  /** What the pages are about, for screen readers. */
  label: string
}

/** The tabs of a page that is divided into several addresses, in the order of their rows. */
export function PageTabs({ of, label }: PageTabsProps) {
  const user = useUser()
  const { routesById } = useRouter()
  const current = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.tab })
  const tabs = Object.values(routesById as Record<string, { options: { staticData?: { tab?: PageTab } } }>)
    .flatMap(({ options }) => options.staticData?.tab ?? [])
    .filter((tab) => tab.of === of && can(user, tab.can))
  return <TabLinks label={label} tabs={tabs} current={current?.to ?? ''} />
}
