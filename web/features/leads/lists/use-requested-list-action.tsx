import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { List } from '#contract/leads/lists.ts'
import type { ListAction } from '#web/lib/list-actions.ts'

interface RequestedListAction {
  /** Does an action for these lists, opens its dialog for them, or goes to its page. */
  ask: (action: ListAction, chosen: readonly List[]) => void
  /** The action that is being done. */
  busy: string | undefined
  dialog: ReactNode
}

/** Everything about an action on lists that somebody asks for on a page. */
export function useRequestedListAction(onDone: () => void = () => {}): RequestedListAction {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ action: ListAction; chosen: readonly List[] } | null>(null)
  const instant = useMutation({
    mutationFn: async ({ action, chosen }: { action: ListAction; chosen: readonly List[] }) => {
      if ('run' in action) await action.run(chosen)
      return action.name
    },
    onSuccess: onDone,
  })
  const Dialog = asked && 'Dialog' in asked.action ? asked.action.Dialog : null
  return {
    ask: (action, chosen) => {
      if ('Dialog' in action) {
        // Closed first: a dialog that begins open does not know where the focus was.
        flushSync(() => setAsked({ action, chosen: [] }))
        setAsked({ action, chosen })
      } else if ('run' in action) instant.mutate({ action, chosen })
      else if (chosen[0]) void navigate({ to: action.link(chosen[0]) })
    },
    busy: instant.isPending ? instant.variables.action.name : undefined,
    dialog: asked && Dialog && (
      <Dialog
        key={asked.action.name}
        chosen={asked.chosen}
        onClose={() => setAsked({ ...asked, chosen: [] })}
        onDone={onDone}
      />
    ),
  }
}
