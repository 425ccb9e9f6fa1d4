import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { List } from '#contract/leads/lists.ts'
import type { ListAction } from '#web/lib/list-actions.ts'

interface RequestedListAction {
  /** Runs an action for these lists, opens its dialog, or its page. */
  request: (action: ListAction, chosen: readonly List[]) => void
  /** The active action. */
  busy: string | undefined
  dialog: ReactNode
}

/** State of a requested list action on a page. */
export function useRequestedListAction(onDone: (action: ListAction) => void = () => {}): RequestedListAction {
  const navigate = useNavigate()
  const [requested, setRequested] = useState<{ action: ListAction; chosen: readonly List[] } | null>(null)
  const instant = useMutation({
    mutationFn: async ({ action, chosen }: { action: ListAction; chosen: readonly List[] }) => {
      if ('run' in action) await action.run(chosen)
      return action
    },
    onSuccess: onDone,
  })
  const Dialog = requested && 'Dialog' in requested.action ? requested.action.Dialog : null
  return {
    request: (action, chosen) => {
      if ('Dialog' in action) {
        // Closed first: a dialog that starts open does not know where the focus was.
        flushSync(() => setRequested({ action, chosen: [] }))
        setRequested({ action, chosen })
      } else if ('run' in action) instant.mutate({ action, chosen })
      else if (chosen[0]) void navigate({ to: action.link(chosen[0]) })
    },
    busy: instant.isPending ? instant.variables.action.name : undefined,
    dialog: requested && Dialog && (
      <Dialog
        key={requested.action.name}
        chosen={requested.chosen}
        onClose={() => setRequested({ ...requested, chosen: [] })}
        onDone={() => onDone(requested.action)}
      />
    ),
  }
}
