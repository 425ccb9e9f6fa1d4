import { useMemo, useRef } from 'react'
import type { List } from '#contract/leads/lists.ts'
import { type Command, useRegisteredCommands } from '#web/lib/commands.ts'
import { type ListAction, useListActions } from '#web/lib/list-actions.ts'

/** Offers list actions in the command palette while the list's page is open. */
export function useListCommands(
  list: List | undefined,
  onAction: (action: ListAction, chosen: readonly List[]) => void,
): void {
  const actions = useListActions()('menu', list ? [list] : [])
  const latest = useRef({ list, onAction })
  latest.current = { list, onAction }
  const shown = `${list?.id} ${actions.map(({ name }) => name).join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the actions and the list
  const commands = useMemo(
    () =>
      actions.map(
        (action): Command => ({
          id: `list-action:${action.name}`,
          label: action.label,
          group: 'This list',
          icon: action.icon,
          ...('link' in action && list ? { to: action.link(list) } : {}),
          run: () => latest.current.list && latest.current.onAction(action, [latest.current.list]),
        }),
      ),
    [shown],
  )
  useRegisteredCommands(commands)
}
