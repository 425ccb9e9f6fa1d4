import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createList } from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { listRef } from '#web/lib/list-ref.ts'

/** Creates a list of sample leads and opens it. */
export function useTrySample() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      call(createList, {
        body: { name: 'Sample: local businesses', type: 'local', search: { source: 'sample' }, limit: 50 },
        quiet: 'message',
      }),
    onSuccess: async ({ data }) => {
      await navigate({ to: `/saved-lists/${listRef(data.type, data.id)}` })
    },
  })
}
