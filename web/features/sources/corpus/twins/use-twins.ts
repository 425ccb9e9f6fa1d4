import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { corpusTwins, decideTwin, type TwinDecision, type TwinState } from '#contract/sources/corpus-twins.ts'
import { call } from '#web/lib/api.ts'
import { topicsOf } from '#web/lib/freshness.ts'
import { showToast } from '#web/lib/toast.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { TwinPair } from './twin-words.ts'

interface Asked {
  state?: TwinState
  source?: number
  search?: string
}

/** Pairs that were asked for, as far as they were scrolled to. */
export function useTwinPages(query: Asked) {
  return useInfiniteQuery({
    queryKey: [corpusTwins.name, { query, pages: true }],
    queryFn: ({ pageParam, signal }) =>
      call(corpusTwins, {
        query: { ...query, ...(pageParam ? { after: pageParam } : {}) },
        signal,
        quiet: true,
      }),
    meta: topicsOf(corpusTwins, { query }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

const DONE = {
  confirm: (name: string) => `Confirmed: ${name} is one business`,
  cut: (name: string) => `Separated: ${name} is two businesses`,
  undo: () => 'Decision undone',
}

/** Whether a decision would change the pair. */
export const mayDecide = ({ state }: Pick<TwinPair, 'state'>, decision: TwinDecision): boolean =>
  decision === 'undo'
    ? state === 'confirmed' || state === 'cut'
    : state !== (decision === 'confirm' ? 'confirmed' : 'cut')

/** Decides pairs, says so and offers to take it back; `undoLast` takes the latest decision back. */
export function useDecide() {
  const last = useRef<TwinPair | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ pair, decision }: { pair: TwinPair; decision: TwinDecision }) =>
      call(decideTwin, {
        params: { place_id: pair.place_id, other_id: pair.other_id },
        body: { decision },
      }),
    onSuccess: (_, { pair, decision }) => {
      last.current = decision === 'undo' ? null : pair
      const message = DONE[decision](pair.other.name)
      if (decision === 'undo') showToast({ kind: 'success', message })
      else showUndoToast(message, () => mutate({ pair, decision: 'undo' }))
    },
  })
  return {
    busy: isPending ? variables : null,
    decide: (pair: TwinPair, decision: TwinDecision) => mutate({ pair, decision }),
    undoLast: () => {
      if (last.current) mutate({ pair: last.current, decision: 'undo' })
    },
  }
}
