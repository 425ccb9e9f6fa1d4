import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { errorMessage } from '#web/lib/api.ts'
import type { CellOffer, LeadAction, StartedRun } from '#web/lib/lead-actions.ts'
import { showToast } from '#web/lib/toast.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'
import classes from './cell-offers.module.css'

interface Offers {
  offers: readonly CellOffer[]
  start: (offer: CellOffer, lead: Lead) => Promise<void>
}

const CellOffersContext = createContext<Offers>({ offers: [], start: async () => {} })

interface CellOffersProps {
  target: ListTarget
  actions: readonly LeadAction[]
  onStarted: (started: StartedRun) => void
  children: ReactNode
}

/** Purchases offered in grid cells. The same object while nothing changes, so that no cell is rendered again. */
export function CellOffers({ target, actions, onStarted, children }: CellOffersProps) {
  const latest = useRef({ target, actions, onStarted })
  useEffect(() => {
    latest.current = { target, actions, onStarted }
  })
  const names = actions.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for the actions
  const value = useMemo<Offers>(
    () => ({
      offers: latest.current.actions.flatMap(({ cell }) => (cell ? [cell] : [])),
      start: async (offer, lead) => latest.current.onStarted(await offer.start(latest.current.target, lead)),
    }),
    [names],
  )
  return <CellOffersContext value={value}>{children}</CellOffersContext>
}

interface EmptyCellProps {
  lead: Lead
  field: string
  /** Outside a grid, where no arrow keys reach it. */
  byTab?: boolean
  /** Content without an offer. */
  children: ReactNode
}

/** The offer for a missing value, and how to take it; undefined without one. */
export function useCellOffer(lead: Lead | undefined, field: string) {
  const { offers, start } = useContext(CellOffersContext)
  const offer = lead && offers.find((candidate) => candidate.field === field && candidate.appliesTo(lead))
  return offer && { offer, run: () => start(offer, lead) }
}

/** Placeholder of a missing value: a button with the price if the value can be found. */
export function EmptyCell({ lead, field, byTab = false, children }: EmptyCellProps) {
  const found = useCellOffer(lead, field)
  return found ? <OfferButton {...found} byTab={byTab} /> : children
}

/** Takes an offer once; again only after a failure. */
export function useStartOnce(run: () => Promise<void>) {
  // A second click can come before the button is rendered again.
  const hasStarted = useRef(false)
  const { isPending, isSuccess, mutate } = useMutation({
    mutationFn: run,
    onError: (error) => {
      hasStarted.current = false
      showToast({ kind: 'error', message: errorMessage(error) })
    },
  })
  const take = () => {
    if (hasStarted.current) return
    hasStarted.current = true
    mutate()
  }
  return { begin: take, isStarted: isPending || isSuccess }
}

interface OfferButtonProps {
  offer: CellOffer
  run: () => Promise<void>
  byTab: boolean
}

function OfferButton({ offer, run, byTab }: OfferButtonProps) {
  const { begin: take, isStarted } = useStartOnce(run)
  return (
    <button
      type="button"
      className={classes.offer}
      {...(byTab ? {} : { tabIndex: -1 })}
      disabled={isStarted}
      onClick={take}
    >
      {isStarted ? 'Starting…' : offer.label}
      <Text component="span" c="dimmed">
        {offer.price()}
      </Text>
    </button>
  )
}
