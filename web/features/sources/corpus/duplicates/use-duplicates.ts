import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  corpusDuplicates,
  type DuplicateDecision,
  type DuplicateState,
  decideDuplicate,
} from '#contract/sources/corpus-duplicates.ts'
import { call } from '#web/lib/api.ts'
import { listTopics } from '#web/lib/freshness.ts'
import { showToast } from '#web/lib/toast.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import type { DuplicatePair } from './duplicate-labels.ts'

interface Requested {
  state?: DuplicateState
  source?: number
  search?: string
}

/** The pairs loaded so far by scrolling. */
export function useDuplicatePages(query: Requested) {
  return useInfiniteQuery({
    queryKey: [corpusDuplicates.name, { query, pages: true }],
    queryFn: ({ pageParam, signal }) =>
      call(corpusDuplicates, {
        query: { ...query, ...(pageParam ? { after: pageParam } : {}) },
        signal,
        // Shown instead: nothing: it only reads
        quiet: true,
      }),
    meta: listTopics(corpusDuplicates, { query }),
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
export const mayDecide = ({ state }: Pick<DuplicatePair, 'state'>, decision: DuplicateDecision): boolean =>
  decision === 'undo'
    ? state === 'confirmed' || state === 'cut'
    : state !== (decision === 'confirm' ? 'confirmed' : 'cut')

/** Decides pairs, with an undo toast; `undoLast` undoes the latest decision. */
export function useDecide() {
  const last = useRef<DuplicatePair | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ pair, decision }: { pair: DuplicatePair; decision: DuplicateDecision }) =>
      call(decideDuplicate, {
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
    decide: (pair: DuplicatePair, decision: DuplicateDecision) => mutate({ pair, decision }),
    undoLast: () => {
      if (last.current) mutate({ pair: last.current, decision: 'undo' })
    },
  }
}
