import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { type Command, useRegisteredCommands } from '#web/lib/commands.ts'
import { formatCount } from '#web/lib/format.ts'
import type { ActionPlace, LeadAction } from '#web/lib/lead-actions.ts'
import type { ListRef } from '#web/lib/list-ref.ts'

/** Number of selected and of shown leads. */
interface Leads {
  selected: number
  total: number
}

const leadLabel = ({ selected, total }: Leads): string =>
  selected > 0 ? formatCount(selected, 'selected lead') : `All ${formatCount(total, 'lead')} of this view`

/** Actions of a list for the command palette, with their target leads and price. */
export function actionCommands(
  actions: readonly LeadAction[],
  target: ListRef,
  leads: Leads,
  onAction: (action: LeadAction) => void,
): Command[] {
  const usable = actions.filter(
    (action) =>
      'link' in action ||
      (leads.total > 0 && (leads.selected > 0 || action.places.some((place) => place !== 'bar'))),
  )
  const forWhat = ({ price }: LeadAction): string =>
    [leadLabel(leads), price?.(target.type)].filter(Boolean).join(' · ')
  return usable.map((action) => ({
    id: `lead-action:${action.name}`,
    label: action.label,
    ...('link' in action ? {} : { description: forWhat(action) }),
    group: 'This list',
    icon: action.icon,
    ...(action.key ? { keys: [action.key] } : {}),
    ...('link' in action ? { to: action.link(target) } : {}),
    run: () => onAction(action),
  }))
}

/** Offers the actions of a list in the command palette while its page is open. */
export function useActionCommands(
  actions: readonly LeadAction[],
  target: ListRef,
  { selected, total }: Leads,
  onAction: (action: LeadAction, place: ActionPlace) => void,
): void {
  const navigate = useNavigate()
  const request = (action: LeadAction) =>
    'link' in action ? void navigate({ to: action.link(target) }) : onAction(action, 'head')
  const latest = useRef({ actions, target, request })
  useEffect(() => {
    latest.current = { actions, target, request }
  })
  // Updated only when a label changes: the palette re-renders on every change.
  const shown = `${target.type}-${target.id} ${actions.map(({ name }) => name).join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the actions and the list
  const commands = useMemo(
    () => actionCommands(actions, target, { selected, total }, (action) => latest.current.request(action)),
    [shown, selected, total],
  )
  useRegisteredCommands(commands)
}
